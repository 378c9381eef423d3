/** Pedals and a wheel in the picture, as they are commanded, for the fingers of those who have no keys; and what keys there are. */
import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Player } from '../../players/player.ts';
import type { DriveCommand } from '../../scene/manual-drive.ts';

/** Of the wheel, between its ends and the middle [°]. */
const TURN = 120;

interface DriveControlsProps {
  readonly player: Player;
  readonly command: ReadonlySignal<DriveCommand>;
  /** What hands do; what is left out is let go of. */
  hold(held: Partial<DriveCommand>): void;
}

export function DriveControls({ player, command, hold }: DriveControlsProps): JSX.Element {
  const held = useRef<Partial<DriveCommand>>({});
  const { throttle, steering } = command.value;
  const set = (part: Partial<DriveCommand>) => {
    held.current = Object.fromEntries(
      Object.entries({ ...held.current, ...part }).filter(([, value]) => value !== undefined),
    );
    hold(held.current);
  };
  return (
    <div
      class="scene-drive"
      data-testid="drive-controls"
      data-throttle={throttle.toFixed(2)}
      data-steering={steering.toFixed(2)}
    >
      <DriveHint player={player} />
      <div class="scene-drive-parts">
        <Wheel steering={steering} turn={(value) => set({ steering: value })} />
        <Pedal
          pedal="brake"
          label="Brake"
          pressed={Math.max(0, -throttle)}
          press={(is) => set({ throttle: is ? -1 : undefined })}
        />
        <Pedal
          pedal="throttle"
          label="Go"
          pressed={Math.max(0, throttle)}
          press={(is) => set({ throttle: is ? 1 : undefined })}
        />
      </div>
    </div>
  );
}

function DriveHint({ player }: { player: Player }): JSX.Element {
  const gamepad = useSignal(navigator.getGamepads?.().some((pad) => pad != null) ?? false);
  useEffect(() => {
    const found = () => void (gamepad.value = true);
    window.addEventListener('gamepadconnected', found);
    return () => window.removeEventListener('gamepadconnected', found);
  }, []);
  const isRunning = player.status.value.state === 'running';
  return (
    <p class="scene-drive-hint" data-testid="drive-hint">
      {!isRunning && (
        <>
          <kbd>Space</kbd> starts.{' '}
        </>
      )}
      <kbd>W A S D</kbd> or <kbd>↑ ← ↓ →</kbd> drive;{' '}
      {gamepad.value ? 'gamepad: triggers and left stick' : 'or a gamepad: press one of its buttons'}.
    </p>
  );
}

/** Turned by dragging sideways; springs back when it is let go. */
function Wheel({ steering, turn }: { steering: number; turn(value: number | undefined): void }): JSX.Element {
  const from = useRef<number | undefined>(undefined);
  const end = () => {
    from.current = undefined;
    turn(undefined);
  };
  return (
    <button
      type="button"
      class="scene-wheel"
      tabIndex={-1}
      aria-label="Steering wheel: drag sideways"
      data-testid="drive-wheel"
      style={{ rotate: `${-TURN * steering}deg` }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      }}
      onPointerMove={(event) => {
        if (from.current === undefined) return;
        const share = (from.current - event.clientX) / event.currentTarget.offsetWidth;
        turn(Math.max(-1, Math.min(1, share)));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19zM12 9.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8zM2.6 11h7.1M14.3 11h7.1M12 14.4v7.1M12 2.5v2" />
      </svg>
    </button>
  );
}

interface PedalProps {
  readonly pedal: 'throttle' | 'brake';
  readonly label: string;
  /** 0 … 1. */
  readonly pressed: number;
  press(isPressed: boolean): void;
}

const Pedal = ({ pedal, label, pressed, press }: PedalProps): JSX.Element => (
  <button
    type="button"
    class="scene-pedal"
    tabIndex={-1}
    data-pedal={pedal}
    data-testid={`drive-${pedal}`}
    style={{ '--pressed': pressed }}
    onMouseDown={(event) => event.preventDefault()}
    onPointerDown={(event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      press(true);
    }}
    onPointerUp={() => press(false)}
    onPointerCancel={() => press(false)}
  >
    <i />
    <span>{label}</span>
  </button>
);
