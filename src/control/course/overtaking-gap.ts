/**
 * Where the car ahead is, by sonar: its tail x ahead of the own nose, and how fast it comes closer.
 *
 *   echo      x ← r,   ċ ← ċ + g ((r₋₁ − r)/Δt − ċ)         r  nearest of the four front sonars, with the distance of its sonar behind the nose taken off [m]
 *   between   x ← x − (v − v_lead) Δt,   v_lead = v − ċ held since the last echo
 *
 * So the car ahead is also followed when it is beside and no front sonar sees it; a side sonar that loses it says that its nose is there.
 * c  closing speed [m/s]   v  own speed [m/s]
 * Checked against: a car that drives ahead at constant speed.
 */
import { DOUBLE } from '../../math/double.ts';
import type { SonarInputs } from './sonar-inputs.ts';

export interface LeadCar {
  /** Whether it is known at all. */
  isKnown: boolean;
  /** Tail ahead of the own nose [m], and its speed [m/s]; −1 before two echoes. */
  gap: number;
  speed: number;
  /** The latest front echo [m], when [ns], and its sequence. */
  range: number;
  rangeNs: number;
  sequence: number;
}

export function createLeadCar(): LeadCar {
  const lead = { isKnown: false, gap: DOUBLE, speed: DOUBLE, range: DOUBLE, rangeNs: DOUBLE, sequence: 0 };
  lead.gap = lead.rangeNs = 0;
  lead.speed = lead.range = -1;
  return lead;
}

/** Nearest echo of the front sonars from the nose of the car; −1 without one. */
export function frontEcho(inputs: SonarInputs, middleX: number, farX: number, nose: number): number {
  const { left_far: lf, left_middle: lm, right_middle: rm, right_far: rf } = inputs;
  let nearest = Infinity;
  if (lm.value.range < lm.value.max_range) nearest = Math.min(nearest, lm.value.range + middleX);
  if (rm.value.range < rm.value.max_range) nearest = Math.min(nearest, rm.value.range + middleX);
  if (lf.value.range < lf.value.max_range) nearest = Math.min(nearest, lf.value.range + farX);
  if (rf.value.range < rf.value.max_range) nearest = Math.min(nearest, rf.value.range + farX);
  return nearest === Infinity ? -1 : Math.max(0, nearest - nose);
}

/** Share of a new measurement of the speed. */
const GAIN = 0.5;
/** A jump of the echo by more than this is another car [m]. */
const JUMP = 6;

/** Takes in a front echo (−1 for none) of this sequence number, from straight behind the other car. */
export function noteEcho(lead: LeadCar, echo: number, sequence: number, speed: number, nowNs: number): void {
  if (sequence === lead.sequence) return;
  lead.sequence = sequence;
  if (echo < 0) {
    lead.range = -1;
    return;
  }
  const dt = (nowNs - lead.rangeNs) / 1e9;
  const isSame = lead.range >= 0 && Math.abs(lead.range - echo) < JUMP && dt < 1;
  if (isSame) {
    const measured = Math.max(0, speed - (lead.range - echo) / dt);
    lead.speed = lead.speed < 0 ? measured : lead.speed + GAIN * (measured - lead.speed);
  } else if (!lead.isKnown) {
    lead.speed = -1;
  }
  lead.isKnown = true;
  lead.gap = echo;
  lead.range = echo;
  lead.rangeNs = nowNs;
}

/** Carries the gap on by dead reckoning. */
export function advanceGap(lead: LeadCar, speed: number, dt: number): void {
  if (lead.isKnown && lead.speed >= 0) lead.gap -= (speed - lead.speed) * dt;
}
