/**
 * Gains of the RosDrive chapter (E. Vasconcelos Filho et al., Robot Operating System (ROS), Studies in Computational Intelligence 1051, 2023), as printed.
 *
 * Table 1, cruise control: K_P [s/m], K_I [1/m], K_D [s²/m] from the speed error to the pedals, −1 to 1. They follow from K_u = 18 and T_u = 0.1 s by Ziegler and Nichols,
 * K_P = 0.6 K_u, K_D = 0.075 K_u T_u, but for K_I = 1.2 K_u/T_u = 216, of which 2.16 is one hundredth.
 *
 * Table 2, line follower: speed [m/s], K_P, K_I [1/s], K_D [s] from the heading error to the steering command, both in degrees. PID6 and PID7 are printed with the
 * same gains although the text tells them apart.
 */
import { choice, param } from '../../core/schema.ts';

export const cruiseGains = {
  PID1: { kp: 10.8, ki: 0, kd: 0 },
  PID2: { kp: 10.8, ki: 2.16, kd: 0.27 },
  PID3: { kp: 10.8, ki: 4.32, kd: 0.135 },
  PID4: { kp: 10.8, ki: 2.16, kd: 0.135 },
} as const;
type CruiseGainName = keyof typeof cruiseGains;
const cruiseGainNames = ['PID1', 'PID2', 'PID3', 'PID4'] as const;

export const headingGains = {
  REF: { speed: 13, kp: 10, ki: 0, kd: 0.5 },
  PID5: { speed: 15, kp: 10, ki: 0, kd: 0.5 },
  PID6: { speed: 15, kp: 10, ki: 0, kd: 1 },
  PID7: { speed: 15, kp: 10, ki: 0, kd: 1 },
  PID8: { speed: 15, kp: 10, ki: 1, kd: 1 },
  PID9: { speed: 15, kp: 10, ki: 0.5, kd: 0 },
  PID10: { speed: 15, kp: 10, ki: 0.5, kd: 0.5 },
  PID11: { speed: 15, kp: 10, ki: 1, kd: 0 },
} as const;
type HeadingGainName = keyof typeof headingGains;
const headingGainNames = ['REF', 'PID5', 'PID6', 'PID7', 'PID8', 'PID9', 'PID10', 'PID11'] as const;

/** Parameters of a cruise control by the rows of Table 1. */
export const cruiseGainParams = {
  gains: choice('PID4', cruiseGainNames, "row of RosDrive's Table 1 that kp, ki and kd default to"),
  kp: param(
    (own: CruiseGainChoice) => cruiseGains[own.gains].kp,
    's/m',
    'demand per speed error; larger is faster, and oscillates from one release to the next beyond about 15 at 30 Hz',
    { min: 0 },
  ),
  ki: param(
    (own: CruiseGainChoice) => cruiseGains[own.gains].ki,
    '1/m',
    'demand per speed error and second; larger removes the steady error faster and overshoots more',
    { min: 0 },
  ),
  kd: param(
    (own: CruiseGainChoice) => cruiseGains[own.gains].kd,
    's²/m',
    'demand per acceleration; larger is slower and overshoots less',
    {
      min: 0,
    },
  ),
};
interface CruiseGainChoice {
  readonly gains: CruiseGainName;
}

/** Parameters of a line follower by the rows of Table 2. */
export const headingGainParams = {
  gains: choice('REF', headingGainNames, "row of RosDrive's Table 2 that the gains default to"),
  kp: param(
    (own: HeadingGainChoice) => headingGains[own.gains].kp,
    '',
    'steering per heading error; larger turns in harder and weaves sooner',
    {
      min: 0,
    },
  ),
  ki: param(
    (own: HeadingGainChoice) => headingGains[own.gains].ki,
    '1/s',
    'steering per heading error and second; larger swings out of bends more',
    {
      min: 0,
    },
  ),
  kd: param((own: HeadingGainChoice) => headingGains[own.gains].kd, 's', 'steering per rate of the heading error', {
    min: 0,
  }),
};
interface HeadingGainChoice {
  readonly gains: HeadingGainName;
}

export interface PidGains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}
