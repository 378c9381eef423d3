/**
 * RosDrive's obstacle avoidance, as its script has it: seven rules in order of priority, no timers and no memory.
 *
 *   1  left far and right far   +30° below half the range of either, else +15°: always to the left
 *   2  left far                 −30° below half its range, else −15°
 *   3  right far                +30°, +15°
 *   4  left middle              −30°, −15°
 *   5  right middle             +30°, +15°
 *   6  side left                −7.5°
 *   7  side right               +7.5°
 *
 * A sonar sees something when its range is below its greatest. Angles are commands, left positive; 30° is 0.5236 of full lock (line-steering-law.ts).
 */
import type { Input } from '../../core/signal.ts';
import type { Range } from '../../msgs/index.ts';

/** Which sonar; the ports of all blocks that read them are in this order. */
export const enum Sonar {
  LEFT_FAR,
  LEFT_MIDDLE,
  RIGHT_MIDDLE,
  RIGHT_FAR,
  SIDE_LEFT,
  SIDE_RIGHT,
}

/** Number of the rule that a sonar belongs to. */
export const RULES: readonly number[] = [2, 4, 5, 3, 6, 7];

export interface SonarInputs {
  readonly left_far: Input<Range>;
  readonly left_middle: Input<Range>;
  readonly right_middle: Input<Range>;
  readonly right_far: Input<Range>;
  readonly side_left: Input<Range>;
  readonly side_right: Input<Range>;
}

export function sonarInput(inputs: SonarInputs, sonar: Sonar): Input<Range> {
  switch (sonar) {
    case Sonar.LEFT_FAR:
      return inputs.left_far;
    case Sonar.LEFT_MIDDLE:
      return inputs.left_middle;
    case Sonar.RIGHT_MIDDLE:
      return inputs.right_middle;
    case Sonar.RIGHT_FAR:
      return inputs.right_far;
    case Sonar.SIDE_LEFT:
      return inputs.side_left;
    default:
      return inputs.side_right;
  }
}

export const seesSomething = ({ value, sequence }: Input<Range>): boolean =>
  sequence > 0 && value.range < value.max_range;
const isNear = ({ value }: Input<Range>): boolean => value.range < value.max_range / 2;

/** Number of the first rule that applies; 0 for none. */
export function ruleThatApplies(inputs: SonarInputs): number {
  const isLeft = seesSomething(inputs.left_far);
  const isRight = seesSomething(inputs.right_far);
  if (isLeft && isRight) return 1;
  if (isLeft) return 2;
  if (isRight) return 3;
  if (seesSomething(inputs.left_middle)) return 4;
  if (seesSomething(inputs.right_middle)) return 5;
  if (seesSomething(inputs.side_left)) return 6;
  return seesSomething(inputs.side_right) ? 7 : 0;
}

/** The command of a rule, left positive, for a deviation of 15° [°]. */
export function commandOfRule(inputs: SonarInputs, rule: number, deviationDeg: number): number {
  switch (rule) {
    case 1:
      return isNear(inputs.left_far) || isNear(inputs.right_far) ? 2 * deviationDeg : deviationDeg;
    case 2:
      return isNear(inputs.left_far) ? -2 * deviationDeg : -deviationDeg;
    case 3:
      return isNear(inputs.right_far) ? 2 * deviationDeg : deviationDeg;
    case 4:
      return isNear(inputs.left_middle) ? -2 * deviationDeg : -deviationDeg;
    case 5:
      return isNear(inputs.right_middle) ? 2 * deviationDeg : deviationDeg;
    case 6:
      return -0.5 * deviationDeg;
    case 7:
      return 0.5 * deviationDeg;
    default:
      return 0;
  }
}
