/** Play, step, speed and time of what is shown. Controls of what the player cannot do are left out. */
import './transport.css';
import { useComputed } from '@preact/signals';
import type { Player, PlayerState } from '../../players/player.ts';
import { IconButton } from '../../ui/controls.tsx';
import { formatTime } from '../../ui/format.ts';
import { ICONS } from '../../ui/icons.ts';
import { isLive } from '../../players/player.ts';
import type { Shell } from '../shell/shell.ts';
import { Scrubber } from './scrubber.tsx';
import { SeedField } from './seed-field.tsx';
import { SPEEDS, factorLabel, speedLabel } from './speeds.ts';
import { playOrPause, restart } from './transport-actions.ts';

export function TransportBar({ shell }: { shell: Shell }) {
  const player = shell.player.value;
  // another player is another bar: nothing of the last one is followed any longer
  return (
    <section key={player} class="sk-transport" aria-label="Transport" data-testid="transport">
      <Buttons player={player} />
      <Clock player={player} />
      <Scrubber player={player} />
      <Speed player={player} />
      <Factor player={player} />
      {isLive(player) ? <SeedField player={player} /> : <KindHint kind={player.kind} />}
    </section>
  );
}

/** Frames change the status sixty times a second; these parts only follow what they show. */
function Buttons({ player }: { player: Player }) {
  const state = useComputed(() => player.status.value.state).value;
  const isRunning = state === 'running';
  const isDead = state === 'loading' || state === 'failed';
  return (
    <div class="sk-transport-buttons">
      <IconButton
        icon={ICONS.reset}
        label="Back to the beginning"
        shortcut="Home"
        data-testid="reset"
        disabled={state === 'loading' || player.kind === 'remote'}
        onClick={() => restart(player)}
      />
      <IconButton
        icon={isRunning ? ICONS.pause : ICONS.play}
        label={isRunning ? 'Pause' : 'Play'}
        shortcut="Space"
        kind="primary"
        class="sk-play"
        data-testid="play"
        disabled={isDead}
        onClick={() => playOrPause(player)}
      />
      {player.abilities.step && (
        <IconButton
          icon={ICONS.step}
          label="One step"
          shortcut="→"
          data-testid="step"
          disabled={isDead}
          onClick={() => player.step()}
        />
      )}
    </div>
  );
}

function Clock({ player }: { player: Player }) {
  const { time, start, end, duration, state } = player.status.value;
  const total = player.kind === 'live' ? duration : player.kind === 'recording' ? end - start : undefined;
  return (
    <div class="sk-clock ui-numbers">
      <span class="sk-clock-time" data-testid="time">
        {formatTime(player.kind === 'recording' ? time - start : time)}
      </span>
      {total !== undefined && (
        <span class="sk-clock-total" data-testid="duration">
          / {formatTime(total)}
        </span>
      )}
      <State state={state} />
    </div>
  );
}

const STATES: Readonly<Record<PlayerState, string>> = {
  loading: 'Loading',
  paused: 'Paused',
  running: 'Running',
  ended: 'Ended',
  failed: 'Failed',
};
const State = ({ state }: { state: PlayerState }) => (
  <span class="sk-state" data-state={state} data-testid="state">
    {STATES[state]}
  </span>
);

function Speed({ player }: { player: Player }) {
  const speed = useComputed(() => player.status.value.speed).value;
  if (!player.abilities.setSpeed) return null;
  const known = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <label class="sk-speed" title="Speed ([ slower, ] faster)">
      <span class="ui-hidden">Speed</span>
      <select
        data-testid="speed"
        value={String(speed)}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      >
        {known.map((value) => (
          <option key={value} value={String(value)}>
            {speedLabel(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Factor({ player }: { player: Player }) {
  const text = useComputed(() => factorLabel(player.status.value.realTimeFactor)).value;
  return (
    <span class="sk-factor ui-numbers" data-testid="real-time-factor" title="Simulated seconds per second, measured">
      {text === '' ? (
        ''
      ) : (
        <>
          {text}
          <small> real time</small>
        </>
      )}
    </span>
  );
}

const KindHint = ({ kind }: { kind: Player['kind'] }) =>
  kind === 'live' ? null : (
    <span class="sk-kind" data-testid="kind">
      {kind === 'recording' ? 'Recording' : 'Remote'}
    </span>
  );
