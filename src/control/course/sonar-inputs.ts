/** The six sonars of RosDrive's Prius as inputs of a block, and the rules of its avoidance that they belong to. */
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
