/**
 * One slot of the map: a Kalman filter for its place and log-odds for whether it is taken.
 *
 *   P ← P + q Δs                  odometry has drifted over Δs since the slot was last seen
 *   K = P / (P + r),  r = (σ + σ' d)²       d: distance of the slot from the car when it was seen
 *   z ← z + K (ẑ − z),  P ← (1 − K) P       for all four coordinates of the entrance, depth and direction alike
 *   l ← l + ln p/(1 − p)          occupancy of each view, bounded, so that a slot that was left or taken is believed soon
 *
 * Reference: Thrun, Burgard, Fox, Probabilistic Robotics (2005), 3.2 and 4.2.
 */
import { wrapToPi } from '../../math/angle.ts';
import { exp, log } from '../../math/exponential.ts';
import type { ParkingSlot } from '../../msgs/index.ts';

export interface SlotEstimate {
  readonly id: number;
  kind: number;
  leftX: number;
  leftY: number;
  rightX: number;
  rightY: number;
  direction: number;
  depth: number;
  /** Of each coordinate [m²]. */
  variance: number;
  /** Of being taken. */
  logOdds: number;
  views: number;
  /** Views in a row in which it should have been seen and was not. */
  misses: number;
  /** Distance driven when it was last seen [m]. */
  seenAt: number;
}

export interface SlotNoise {
  /** Standard deviation of a seen corner [m], and how much it grows with distance. */
  readonly cornerNoise: number;
  readonly cornerNoisePerMetre: number;
  /** Variance that odometry gains per metre [m²/m]. */
  readonly odometryDrift: number;
}

const MOST_LOG_ODDS = 6;
/** No single view is believed further than this. */
const SURE = 0.8;

const bounded = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

function evidence(occupancy: number): number {
  const p = Math.min(SURE, Math.max(1 - SURE, occupancy));
  return log(p / (1 - p));
}

const occupancyOf = ({ logOdds }: SlotEstimate): number => 1 / (1 + exp(-logOdds));

/** A slot that nobody has seen before, in the frame of the map. */
export const newEstimate = (id: number, seen: ParkingSlot, variance: number, driven: number): SlotEstimate => ({
  id,
  kind: seen.kind,
  leftX: seen.left_x,
  leftY: seen.left_y,
  rightX: seen.right_x,
  rightY: seen.right_y,
  direction: seen.direction,
  depth: seen.depth,
  variance,
  logOdds: evidence(seen.occupancy),
  views: 1,
  misses: 0,
  seenAt: driven,
});

export const seenVariance = (noise: SlotNoise, distance: number): number => {
  const sigma = noise.cornerNoise + noise.cornerNoisePerMetre * distance;
  return sigma * sigma;
};

/** Takes in another view of it: `seen` in the frame of the map, with the variance of such a view. */
export function updateEstimate(slot: SlotEstimate, seen: ParkingSlot, r: number, drift: number): void {
  const variance = slot.variance + drift;
  const gain = variance / (variance + r);
  slot.leftX += gain * (seen.left_x - slot.leftX);
  slot.leftY += gain * (seen.left_y - slot.leftY);
  slot.rightX += gain * (seen.right_x - slot.rightX);
  slot.rightY += gain * (seen.right_y - slot.rightY);
  slot.depth += gain * (seen.depth - slot.depth);
  slot.direction = wrapToPi(slot.direction + gain * wrapToPi(seen.direction - slot.direction));
  slot.variance = (1 - gain) * variance;
  slot.logOdds = bounded(slot.logOdds + evidence(seen.occupancy), MOST_LOG_ODDS);
  slot.kind = seen.kind;
  slot.views++;
  slot.misses = 0;
}

/** Squared distance between the middles of two entrances [m²]. */
export function entranceDistance2(slot: SlotEstimate, seen: ParkingSlot): number {
  const dx = (slot.leftX + slot.rightX - seen.left_x - seen.right_x) / 2;
  const dy = (slot.leftY + slot.rightY - seen.left_y - seen.right_y) / 2;
  return dx * dx + dy * dy;
}

export function writeSlot(slot: SlotEstimate, confidence: number, out: ParkingSlot): void {
  out.id = slot.id;
  out.kind = slot.kind;
  out.left_x = slot.leftX;
  out.left_y = slot.leftY;
  out.right_x = slot.rightX;
  out.right_y = slot.rightY;
  out.direction = slot.direction;
  out.depth = slot.depth;
  out.occupancy = occupancyOf(slot);
  out.confidence = confidence;
  out.views = slot.views;
}
