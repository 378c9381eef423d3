/** Everything that is measured, in the order in which it is printed. */
import { cameras } from './cameras.ts';
import { canBuses } from './can-bus.ts';
import type { Case } from './case.ts';
import { growing } from './growing.ts';
import { loops } from './loops.ts';
import { pictures } from './pictures.ts';
import { pixels } from './pixels.ts';
import { priusSensors } from './prius-sensors.ts';
import { recording } from './recording.ts';
import { startUp } from './start-up.ts';
import { studio } from './studio.ts';
import { torcs } from './torcs.ts';

export const CASES: readonly Case[] = [
  ...startUp,
  ...loops,
  ...torcs,
  ...cameras,
  ...canBuses,
  ...pictures,
  ...pixels,
  ...priusSensors,
  ...recording,
  ...studio,
  ...growing,
];
