/** What records, metrics, plots and expectations name must exist, down to the field. */
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { EndCondition } from '../core/loop-spec.ts';
import type { ValueOf } from '../core/schema.ts';
import type { ScalarField } from '../msgs/flatten.ts';
import { scalarAt } from '../msgs/flatten.ts';
import { bodiesOf, checkOverlay, checkPlan } from './check-figures.ts';
import type { Known } from './resolve-block.ts';
import { resolveSignal } from './resolve-block.ts';
import type { MetricSpec, scenarioSchema } from './schema.ts';

type Document = ValueOf<typeof scenarioSchema>;
type Blocks = ReadonlyMap<string, Known>;

/** `block.port.field` in its parts. */
function resolveField(name: string, blocks: Blocks, path: string): { signal: string; scalar: ScalarField } {
  const [block, port, ...field] = name.split('.');
  if (port === undefined || field.length === 0)
    throw new InputError(path, `expected block.port.field, got ${quote(name)}`);
  const signal = `${block}.${port}`;
  const { type } = resolveSignal(signal, blocks, path);
  try {
    return { signal, scalar: scalarAt(type, field.join('.')) };
  } catch (error) {
    throw new InputError(path, (error as Error).message.replace(/\.$/, ''));
  }
}

export function checkSignals(document: Document, blocks: Blocks): void {
  const recorded = document.record && new Set(document.record.map(({ signal }) => signal));
  const field = (name: string, path: string) => {
    const { signal } = resolveField(name, blocks, path);
    checkRecorded(signal, recorded, path);
  };
  document.record?.forEach(({ signal }, i) => resolveSignal(signal, blocks, `record[${i}].signal`));
  document.images.forEach((image, i) => {
    const { of, overlay } = image;
    checkImage(of, blocks, `images[${i}].of`);
    checkRecorded(of, recorded, `images[${i}].of`);
    checkOverlay(image, blocks, `images[${i}]`);
    overlay.forEach((signal, j) => checkRecorded(signal, recorded, `images[${i}].overlay[${j}]`));
  });
  document.csv.columns?.forEach((name, i) => field(name, `csv.columns[${i}]`));
  const vehicles = [...bodiesOf(document).keys()];
  document.plots.forEach((plot, i) => {
    plot.y.forEach((name, j) => field(name, `plots[${i}].y[${j}]`));
    if (plot.x !== undefined) field(plot.x, `plots[${i}].x`);
    checkPlan(plot, blocks, vehicles, `plots[${i}]`);
  });
  for (const [name, metric] of Object.entries(document.metrics)) checkMetric(metric, blocks, `metrics.${name}`);
  for (const name of Object.keys(document.verify.tolerance)) checkPart(name, blocks, `verify.tolerance.${name}`);
  document.verify.ignore.forEach((name, i) => checkPart(name, blocks, `verify.ignore[${i}]`));
  checkExpectations(document);
  checkBudget(document, blocks);
}

function checkBudget({ budget }: Document, blocks: Blocks): void {
  if (budget === undefined) return;
  const known = (name: string, path: string): void => {
    if (blocks.has(name)) return;
    throw new InputError(path, `there is no block ${quote(name)}${suggestion(name, blocks.keys())}`);
  };
  const { to, from, through, hops } = budget;
  if (from !== undefined) known(from, 'budget.from');
  if (through !== undefined) known(through, 'budget.through');
  for (const name of Object.keys(hops)) known(name, `budget.hops.${name}`);
  if (to === undefined) return;
  const [block, port] = to.split('.');
  known(block, 'budget.to');
  const ports = blocks.get(block)!.inputPorts.map(({ name }) => name);
  if (blocks.get(block)!.definition.plant === true && ports.includes(port)) return;
  throw new InputError('budget.to', `expected the input of a vehicle, as block.port, got ${quote(to)}`);
}

/** What a report shows is read from the recording; metrics are measured on the way. */
function checkRecorded(signal: string, recorded: ReadonlySet<string> | undefined, path: string): void {
  if (recorded === undefined || recorded.has(signal)) return;
  throw new InputError(path, `${signal} is not recorded; add it to record, which lists the signals that are kept`);
}

function checkMetric({ of, minus, from, to }: MetricSpec, blocks: Blocks, path: string): void {
  const { scalar } = resolveField(of, blocks, `${path}.of`);
  if (minus !== undefined && typeof minus !== 'number' && typeof minus !== 'string') {
    throw new InputError(`${path}.minus`, `expected a number or block.port.field, got ${quote(minus)}`);
  }
  if (typeof minus === 'string') {
    const { unit } = resolveField(minus, blocks, `${path}.minus`).scalar;
    if (unit !== scalar.unit) {
      throw new InputError(`${path}.minus`, `expected [${scalar.unit}] like ${of}, but ${minus} is in [${unit}]`);
    }
  }
  if (to !== undefined && to <= from) {
    throw new InputError(`${path}.to`, `expected more than from (${from} s), got ${to}`);
  }
}

function checkExpectations({ expect, metrics }: Document): void {
  expect.forEach(({ metric, min, max }, i) => {
    if (!Object.hasOwn(metrics, metric)) {
      const near = suggestion(metric, Object.keys(metrics));
      throw new InputError(`expect[${i}].metric`, `there is no metric ${quote(metric)}${near}`);
    }
    if (min === undefined && max === undefined) throw new InputError(`expect[${i}]`, 'expected min, max or both');
  });
}

/** A signal, or a field of one of any kind. */
function checkPart(name: string, blocks: Blocks, path: string): void {
  const [block, port, ...field] = name.split('.');
  const { type } = resolveSignal(`${block}.${port}`, blocks, path);
  if (field.length > 0 && !type.fields.some((known) => known.name === field[0].replace(/\[.*$/, ''))) {
    const near = suggestion(
      field[0],
      type.fields.map((known) => known.name),
    );
    throw new InputError(path, `${type.name} has no field ${quote(field[0])}${near}`);
  }
}

function checkImage(signal: string, blocks: Blocks, path: string): void {
  const { type } = resolveSignal(signal, blocks, path);
  if (type.name !== 'sensor_msgs/msg/Image') {
    throw new InputError(path, `expected a sensor_msgs/msg/Image, but ${signal} is a ${type.name}`);
  }
}

export function resolveEnd({ until }: Document, blocks: Blocks): EndCondition | undefined {
  if (until === undefined) return undefined;
  const { of, min, max } = until;
  if (min === undefined && max === undefined) throw new InputError('until', 'expected min, max or both');
  const { signal, scalar } = resolveField(of, blocks, 'until.of');
  return { signal, read: scalar.read, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
