/**
 * Laws of platoons: the acceleration that a vehicle asks for, from its own motion, the gap, and what others say by radio.
 *
 *   cruise       u = k (v* − v)                                                               within the comfort limits
 *   ACC          u = (Δv + λ (d − d₀ − h v))/h                                                Rajamani (6.18), constant headway
 *   PATH         u = (1 − C₁) u_p + C₁ u_l + (2ξ − C₁ Ξ) ω_n (v_p − v) + C₁ Ξ ω_n (v_l − v) + ω_n² (d − d₀),   Ξ = ξ + √(ξ² − 1)          Rajamani (7.39)
 *   Ploeg        h u̇ = −u + k_p (d − d₀ − h v) + k_d (Δv − h a) + u_p                         Ploeg et al. 2011, (9) and (13)
 *   consensus    u = b (v_l − v) + mean of k_j (p_j − p − wanted distance) over predecessor and leader        di Bernardo et al. 2015
 *   flatbed      u = −k_a a + k_v (v_p − v) + k_p (d − d₀ − h (v − v_l))                      Ali et al. 2015
 *
 * d  gap [m]   Δv  its rate [m/s]   v, a  own speed and acceleration   v_p, v_l  speeds, u_p, u_l  wanted accelerations of predecessor and leader
 *
 * Defaults are Plexe's, whose laws SUMO contains; it takes ω_n in rad/s. All are linear: what limits them is asked of the vehicle.
 * Checked against: steady states, and SUMO's own controllers in a platoon of eight.
 */

/** What is known when a law is asked. */
export interface Situation {
  /** Own speed [m/s] and acceleration [m/s²]. */
  speed: number;
  acceleration: number;
  /** Gap [m] and its rate [m/s]. */
  gap: number;
  gapRate: number;
  /** By radio: speeds [m/s] and wanted accelerations [m/s²]. */
  predecessorSpeed: number;
  predecessorWanted: number;
  leaderSpeed: number;
  leaderWanted: number;
  /** How far their front bumpers are ahead of the own one now [m]. */
  predecessorAhead: number;
  leaderAhead: number;
}

export interface AccLaw {
  readonly headway: number;
  readonly lambda: number;
  readonly standstill: number;
}
export interface PathLaw {
  readonly c1: number;
  readonly xi: number;
  readonly omega: number;
  readonly spacing: number;
}
export interface PloegLaw {
  readonly headway: number;
  readonly kp: number;
  readonly kd: number;
  readonly standstill: number;
  readonly feedForward: number;
}
export interface ConsensusLaw {
  readonly headway: number;
  readonly spacing: number;
  readonly speedGain: number;
  readonly predecessorGain: number;
  readonly leaderGain: number;
  readonly firstGain: number;
}
export interface FlatbedLaw {
  readonly ka: number;
  readonly kv: number;
  readonly kp: number;
  readonly headway: number;
  readonly spacing: number;
}

export const accGap = (law: AccLaw, speed: number): number => law.standstill + law.headway * speed;

export const accAcceleration = (law: AccLaw, now: Situation): number =>
  (now.gapRate + law.lambda * (now.gap - accGap(law, now.speed))) / law.headway;

export function pathAcceleration(law: PathLaw, now: Situation): number {
  const reach = law.xi + Math.sqrt(law.xi * law.xi - 1);
  const toLeader = law.c1 * reach * law.omega;
  const toPredecessor = 2 * law.xi * law.omega - toLeader;
  return (
    (1 - law.c1) * now.predecessorWanted +
    law.c1 * now.leaderWanted +
    toPredecessor * (now.predecessorSpeed - now.speed) +
    toLeader * (now.leaderSpeed - now.speed) +
    law.omega * law.omega * (now.gap - law.spacing)
  );
}

export const ploegGap = (law: PloegLaw, speed: number): number => law.standstill + law.headway * speed;

/** What the acceleration that is asked for tends to, with the time constant of the headway. */
export const ploegTarget = (law: PloegLaw, now: Situation): number =>
  law.kp * (now.gap - ploegGap(law, now.speed)) +
  law.kd * (now.gapRate - law.headway * now.acceleration) +
  law.feedForward * now.predecessorWanted;

/** Wanted distance from front to front of neighbours [m]. */
export const consensusDistance = (law: ConsensusLaw, leaderSpeed: number, length: number): number =>
  law.spacing + law.headway * leaderSpeed + length;

/** `place` is 1 for the vehicle right behind the leader; all are taken to be as long as this one [m]. */
export function consensusAcceleration(law: ConsensusLaw, now: Situation, place: number, length: number): number {
  const apart = consensusDistance(law, now.leaderSpeed, length);
  const speed = law.speedGain * (now.leaderSpeed - now.speed);
  if (place <= 1) return speed + law.firstGain * (now.leaderAhead - apart);
  const toPredecessor = law.predecessorGain * (now.predecessorAhead - apart);
  const toLeader = law.leaderGain * (now.leaderAhead - place * apart);
  return speed + 0.5 * (toPredecessor + toLeader);
}

export const flatbedGap = (law: FlatbedLaw, speed: number, leaderSpeed: number): number =>
  law.spacing + law.headway * (speed - leaderSpeed);

export const flatbedAcceleration = (law: FlatbedLaw, now: Situation): number =>
  -law.ka * now.acceleration +
  law.kv * (now.predecessorSpeed - now.speed) +
  law.kp * (now.gap - flatbedGap(law, now.speed, now.leaderSpeed));
