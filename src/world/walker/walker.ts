/**
 * Somebody who walks, or a car that drives, through waypoints at given speeds whatever happens: a part of the scene with a `body` of its own, which others
 * see, measure and hit. Equations in walk-path.ts.
 *
 * The heading is that of the way; at corners that are not rounded it jumps. Who walks is not pushed: contact pushes the others only.
 * Checked against: see walk-path.ts.
 */
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { fixed, flag, group, list, param } from '../../core/schema.ts';
import { wrapTo2Pi } from '../../math/angle.ts';
import { setTime, VehicleState } from '../../msgs/index.ts';
import type { Piece, Waypoint } from './walk-path.ts';
import { poseOn, walkPieces } from './walk-path.ts';

const MOST_WAYPOINTS = 1000;

const waypointSchema = group(
  {
    x: param(undefined, 'm', 'position in map'),
    y: param(undefined, 'm', 'position in map'),
    speed: param(1.4, 'm/s', 'speed on the way to here; 1.4 is walking pace', { above: 0, max: 50 }),
    wait: param(0, 's', 'how long it stays here', { min: 0, max: 100_000 }),
    reverse: flag(false, 'whether it comes here backwards'),
  },
  'a place on the way',
);

interface WalkerParams {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly waypoints: readonly Waypoint[];
  readonly cornerRadius: number;
}

const piecesOf = derivedFrom(({ x, y, yaw, waypoints, cornerRadius }: WalkerParams): readonly Piece[] =>
  walkPieces(x, y, yaw, waypoints, cornerRadius),
);

export const walker = defineBlock({
  type: 'world/walker',
  doc: 'A person who walks, or a car that drives, through waypoints at given speeds; give it a body, and others see and hit it.',
  plant: true,
  defaultPeriod: 0.01,
  params: {
    x: fixed(param(0, 'm', 'where it begins, in map')),
    y: fixed(param(0, 'm', 'where it begins, in map')),
    yaw: fixed(param(0, 'rad', 'which way it looks until it starts')),
    start: param(0, 's', 'when it starts', { min: 0 }),
    waypoints: list(waypointSchema, [], 'places in their order'),
    cornerRadius: param(0, 'm', 'corners are rounded with this radius, or as much of it as their legs allow', {
      min: 0,
    }),
    repeat: flag(false, 'whether it begins anew at its first place when it has been everywhere'),
  },
  inputs: {},
  outputs: { state: VehicleState },

  check({ x, y, waypoints }) {
    if (waypoints.length > MOST_WAYPOINTS)
      return ['waypoints', `expected at most ${MOST_WAYPOINTS} places, got ${waypoints.length}`];
    const same = waypoints.findIndex((to, i) => {
      const from = i === 0 ? { x, y } : waypoints[i - 1];
      return from.x === to.x && from.y === to.y;
    });
    return same < 0
      ? undefined
      : [`waypoints[${same}]`, 'expected another place than the one before; `wait` stays at one'];
  },

  init: () => ({}),

  step(params, _state, _inputs, { state }, time) {
    const endNs = time.nowNs + Math.round(time.dt * 1e9);
    const pieces = piecesOf(params);
    let since = Math.max(0, endNs / 1e9 - params.start);
    const whole = pieces[pieces.length - 1].start;
    if (params.repeat && whole > 0) since -= whole * Math.floor(since / whole);
    let i = 0;
    while (i + 1 < pieces.length && pieces[i + 1].start <= since) i++;
    const isWaiting = endNs / 1e9 < params.start || params.waypoints.length === 0;
    const piece = pieces[i];
    const pose = poseOn(piece, since - piece.start);
    const out = state.value;
    setTime(out.stamp, endNs);
    out.x = isWaiting ? params.x : pose.x;
    out.y = isWaiting ? params.y : pose.y;
    out.yaw = wrapTo2Pi(isWaiting ? params.yaw : pose.yaw);
    out.vx = isWaiting ? 0 : piece.speed;
    out.vy = 0;
    out.yaw_rate = isWaiting ? 0 : piece.yawRate;
    out.ax = 0;
    out.ay = out.vx * out.yaw_rate;
  },
});
