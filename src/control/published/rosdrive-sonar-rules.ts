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
 * A sonar sees something when its range is below its greatest. Angles are commands, left positive; 30° is 0.5236 of full lock (rosdrive-line-steering.ts).
 */
import type { Input } from '../../core/signal.ts';
import type { Range } from '../../msgs/index.ts';
import type { SonarInputs } from '../course/sonar-inputs.ts';
import { seesSomething } from '../course/sonar-inputs.ts';

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
