/**
 * Driving by hand: keys or a gamepad in, smooth pedals and steering out.
 *
 *   u ← u + clamp(w − u, −rate Δt, rate Δt)       w  what is pressed now, −1 … 1       rate  towards w, or back to the middle
 *
 * A key is all or nothing, so its value is ramped: slowly out, faster back and through the middle. So is a pedal on the screen; its wheel, sticks
 * and triggers are their own ramp, the latter with a dead zone. The gamepad counts while it is moved; otherwise the keys and the screen do.
 *
 *   keys       ↑ W  forward   ↓ S  brake and reverse   ← A  left   → D  right
 *   gamepad    right trigger forward, left trigger brake, left stick steers (standard mapping)
 *   screen     two pedals to press, and a wheel to turn
 */
export interface DriveCommand {
  /** −1 (brake or reverse) … 1 (full forward). */
  readonly throttle: number;
  /** −1 (full right) … 1 (full left). */
  readonly steering: number;
}

/** What of the Gamepad API is read. */
export interface GamepadState {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly value: number }[];
}

/** Changes per second: pressing, letting go, turning round. */
const RATES = { throttle: { out: 1.6, back: 3.5 }, steering: { out: 1.8, back: 4 } };
const DEAD_ZONE = 0.08;
/** [s] */
const PERIOD = 0.05;

const KEYS: Readonly<Record<string, keyof Wishes>> = {
  ArrowUp: 'forward',
  KeyW: 'forward',
  ArrowDown: 'backward',
  KeyS: 'backward',
  ArrowLeft: 'left',
  KeyA: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
};

interface Wishes {
  forward: number;
  backward: number;
  left: number;
  right: number;
}

/** From u towards w in a step of dt. */
function ramped(u: number, w: number, dt: number, rates: { readonly out: number; readonly back: number }): number {
  const outwards = w * u >= 0 && Math.abs(w) > Math.abs(u);
  const most = (outwards ? rates.out : rates.back) * dt;
  return u + Math.max(-most, Math.min(most, w - u));
}

/** A stick without its dead zone, stretched so that it begins at 0 and ends at ±1. */
export const liveZone = (value: number): number =>
  Math.abs(value) <= DEAD_ZONE ? 0 : (Math.sign(value) * (Math.min(1, Math.abs(value)) - DEAD_ZONE)) / (1 - DEAD_ZONE);

export class ManualDrive {
  private readonly pressed = new Set<string>();
  /** What hands do on the screen. */
  private held: Partial<DriveCommand> = {};
  private throttle = 0;
  private steering = 0;

  /** A key by its `code`; says whether it is one of ours. */
  key(code: string, isDown: boolean): boolean {
    if (KEYS[code] === undefined) return false;
    if (isDown) this.pressed.add(code);
    else this.pressed.delete(code);
    return true;
  }

  /** Pedals and wheel on the screen; what is left out is let go of. */
  hold(held: Partial<DriveCommand>): void {
    this.held = held;
  }

  /** Lets go of everything, as when the window is left. */
  release(): void {
    this.pressed.clear();
    this.held = {};
  }

  /** Whether nothing is pressed and everything is back in the middle. */
  get isIdle(): boolean {
    return this.pressed.size === 0 && this.throttle === 0 && this.steering === 0;
  }

  /** What is commanded after another `dt` seconds. */
  step(dt: number, gamepad?: GamepadState): DriveCommand {
    const wishes: Wishes = { forward: 0, backward: 0, left: 0, right: 0 };
    for (const code of this.pressed) wishes[KEYS[code]] = 1;
    this.throttle = ramped(this.throttle, this.held.throttle ?? wishes.forward - wishes.backward, dt, RATES.throttle);
    this.steering = this.held.steering ?? ramped(this.steering, wishes.left - wishes.right, dt, RATES.steering);
    if (gamepad !== undefined && this.pressed.size === 0) {
      const pedals = liveZone((gamepad.buttons[7]?.value ?? 0) - (gamepad.buttons[6]?.value ?? 0));
      const stick = -liveZone(gamepad.axes[0] ?? 0);
      if (pedals !== 0) this.throttle = pedals;
      if (stick !== 0) this.steering = stick;
    }
    return { throttle: this.throttle, steering: this.steering };
  }
}

/** Where keys are letters, or move in a list. */
const OWN_KEYS =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=menu], dialog';
/** What arrows move while it has the focus. */
const OWN_ARROWS = 'input, [role=slider], [role=tab], [role=option], [role=treeitem]';

const isForDriving = (code: string, target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  (target.closest(OWN_KEYS) === null && !(code.startsWith('Arrow') && target.closest(OWN_ARROWS) !== null));

export interface HandDrive {
  /** Pedals and wheel on the screen. */
  hold(held: Partial<DriveCommand>): void;
  end(): void;
}

/** Listens to the keys of the whole page while `element` is to be seen, 20 times a second, and sends what changed. */
export function driveFrom(element: HTMLElement, send: (command: DriveCommand) => void): HandDrive {
  const drive = new ManualDrive();
  const listeners = new AbortController();
  let sent: DriveCommand = { throttle: 0, steering: 0 };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !element.checkVisibility()) return;
    if (isForDriving(event.code, event.target) && drive.key(event.code, true)) event.preventDefault();
  };
  const tick = () => {
    const gamepad = document.hasFocus() ? navigator.getGamepads?.().find((pad) => pad != null) : undefined;
    const command = drive.step(PERIOD, gamepad ?? undefined);
    if (command.throttle === sent.throttle && command.steering === sent.steering) return;
    sent = command;
    send(command);
  };
  const { signal } = listeners;
  // before the shortcuts of the page, which have other meanings for some of the keys
  window.addEventListener('keydown', press, { signal, capture: true });
  window.addEventListener('keyup', (event) => drive.key(event.code, false), { signal, capture: true });
  window.addEventListener('blur', () => drive.release(), { signal });
  const timer = setInterval(tick, PERIOD * 1000);
  return {
    hold: (held) => drive.hold(held),
    end: () => {
      clearInterval(timer);
      listeners.abort();
      if (!drive.isIdle) send({ throttle: 0, steering: 0 });
    },
  };
}
