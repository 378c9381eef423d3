/**
 * The unit of the axis that each line of a plot belongs to: lines of one unit share an axis, so that equal values are drawn at equal heights.
 *
 * A bare number (std_msgs/Float64 and its like) says nothing of its unit. Where its port is by name what another line is wanted to be, as in
 * [schedule.setpoint.data, car.state.vx], it has the unit of the first line with one; any other stays on an axis of its own.
 */
export interface PlottedField {
  /** `block.port.field`, or `topic:field` where there are no blocks. */
  readonly name: string;
  readonly unit: string;
}

const BARE = /[.:]data$/;
const WANTED = /(^|[._/-])(set_?point|target|reference|wanted|desired|goal)([._/:-]|$)/i;

const isWanted = ({ name, unit }: PlottedField): boolean => unit === '' && BARE.test(name) && WANTED.test(name);

/** In the order of the fields. */
export function axisUnits(fields: readonly PlottedField[]): string[] {
  const known = fields.find(({ unit }) => unit !== '')?.unit ?? '';
  return fields.map((field) => (isWanted(field) ? known : field.unit));
}
