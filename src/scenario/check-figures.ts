/** What plans and overlays of the report need beside fields that exist: outlines of vehicles, and views from above. */
import type { BlockSpec } from '../core/loop-spec.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import { parse } from '../core/schema.ts';
import { isTree } from '../core/tree.ts';
import { bodySchema } from '../world/traffic/params.ts';
import type { ImageSpec, PlotSpec } from './schema.ts';
import type { Known } from './resolve-block.ts';
import { resolveSignal } from './resolve-block.ts';

type Blocks = ReadonlyMap<string, Known>;

/** What an overlay can be made of, in base_link. */
const OVERLAYS = ['MarkingPoints', 'ParkingSlots', 'Footprints'].map((name) => `skidpad_msgs/msg/${name}`);

/** The outlines of all vehicles that have one, by name. */
export const bodiesOf = ({ blocks }: { readonly blocks: Readonly<Record<string, { body?: unknown }>> }) =>
  new Map(
    Object.entries(blocks).flatMap(([name, { body }]) =>
      isTree(body) ? [[name, parse(bodySchema, { name, ...body }, `blocks.${name}.body`)] as const] : [],
    ),
  );

/** Whether a block says which square of ground its images show, as vision/surround does. */
export const isBirdsEyeView = ({ params }: Pick<BlockSpec, 'params'>): boolean =>
  typeof params.extent === 'number' && typeof params.centre === 'number';

/** `names` are those of the vehicles that have an outline. */
export function checkPlan({ x, plan, body }: PlotSpec, blocks: Blocks, names: readonly string[], path: string): void {
  if (plan && x === undefined) throw new InputError(`${path}.plan`, 'a plan needs x, a field on its horizontal axis');
  if (body === undefined) return;
  if (!plan) throw new InputError(`${path}.body`, 'an outline is drawn in a plan only; add plan: true');
  if (!names.includes(body))
    throw new InputError(
      `${path}.body`,
      `there is no vehicle ${quote(body)} with a body${suggestion(body, names)}; ${names.length === 0 ? 'no vehicle has one' : `there are ${names.join(', ')}`}`,
    );
  const signal = x!.split('.').slice(0, 2).join('.');
  const { type } = resolveSignal(signal, blocks, `${path}.x`);
  if (!type.fields.some(({ name }) => name === 'yaw'))
    throw new InputError(`${path}.body`, `an outline needs a heading, but ${signal} (${type.name}) has no field yaw`);
}

export function checkOverlay({ of, overlay }: ImageSpec, blocks: Blocks, path: string): void {
  if (overlay.length === 0) return;
  const view = blocks.get(of.split('.')[0])!;
  if (!isBirdsEyeView(view))
    throw new InputError(
      `${path}.overlay`,
      `expected the images of a view from above, as vision/surround has them, but ${view.name} is ${quote(view.definition.type)}`,
    );
  overlay.forEach((signal, i) => {
    const { type } = resolveSignal(signal, blocks, `${path}.overlay[${i}]`);
    if (!OVERLAYS.includes(type.name))
      throw new InputError(
        `${path}.overlay[${i}]`,
        `expected MarkingPoints, ParkingSlots or Footprints, but ${signal} is a ${type.name}`,
      );
  });
}
