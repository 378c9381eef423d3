/** The smallest string-stable headway of simulated vehicles, by bisection, beside the closed form. */
import type { FollowingLoop } from './closed-form.ts';
import { closedFormHeadway } from './closed-form.ts';
import type { Waves } from './chain.ts';
import { largest, simulatedGains } from './chain.ts';

/** Gains are as exact as the beginning has died away; below this nothing is amplified. */
const AMPLIFIED = 1 + 1e-5;

/** Where gains peak: ACC amplifies slow waves, CACC those of a twelfth of a hertz. */
const SLOW: Waves = { base: 0.004, multiples: [1, 2, 3, 4, 5, 6, 8, 10, 15, 30], settling: 100 };
const QUICK: Waves = {
  base: 0.02,
  multiples: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 25, 40],
  settling: 50,
};

export const wavesFor = (loop: FollowingLoop): Waves =>
  loop.law === 'ploeg' && loop.radioDelay === undefined ? SLOW : QUICK;

/** Whether simulated vehicles amplify any wave at that headway. */
export const amplifies = async (loop: FollowingLoop, headway: number): Promise<boolean> =>
  largest(await simulatedGains(loop, headway, wavesFor(loop))).gain > AMPLIFIED;

/** Between 0.7 and 1.4 times the closed form, to half a per cent of it; at an end of that range when it is not inside. */
export async function simulatedHeadway(loop: FollowingLoop): Promise<number> {
  const expected = closedFormHeadway(loop);
  let low = 0.7 * expected;
  let high = 1.4 * expected;
  while (high - low > 0.005 * expected) {
    const middle = (low + high) / 2;
    if (await amplifies(loop, middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Ploeg's vehicle and gains: engine lag 0.1 s, dead time 0.2 s, k_p 0.2, k_d 0.7. */
export const PLOEG = { law: 'ploeg', lag: 0.1, deadTime: 0.2, kp: 0.2, kd: 0.7 } as const;

export interface HeadwayCase {
  readonly name: string;
  readonly loop: FollowingLoop;
  /** As published, where it is [s]. */
  readonly published?: number;
}

export const HEADWAY_CASES: readonly HeadwayCase[] = [
  { name: 'ACC (Ploeg, no radio)', loop: PLOEG, published: 3.16 },
  { name: 'CACC (Ploeg), radio 20 ms', loop: { ...PLOEG, radioDelay: 0.02 }, published: 0.25 },
  { name: 'CACC (Ploeg), radio 50 ms', loop: { ...PLOEG, radioDelay: 0.05 }, published: 0.4 },
  { name: 'CACC (Ploeg), radio 100 ms', loop: { ...PLOEG, radioDelay: 0.1 }, published: 0.57 },
  { name: 'CACC (Ploeg), radio 150 ms', loop: { ...PLOEG, radioDelay: 0.15 }, published: 0.7 },
  { name: 'CACC (Ploeg), radio 200 ms', loop: { ...PLOEG, radioDelay: 0.2 }, published: 0.81 },
  { name: 'CACC (Ploeg), radio 300 ms', loop: { ...PLOEG, radioDelay: 0.3 }, published: 1 },
  // 2 (φ + τ) for λ → 0
  { name: 'ACC (constant headway)', loop: { law: 'acc', lag: 0.1, deadTime: 0.2, lambda: 0.01 }, published: 0.6 },
  {
    name: 'ACC (constant headway), lag 0.5 s',
    loop: { law: 'acc', lag: 0.5, deadTime: 0, lambda: 0.01 },
    published: 1,
  },
];
