/** Small blocks for tests of the loop: a counter, a gain, an integrator, and noise. */
import type { AnyBlock } from '../../src/core/block.ts';
import { defineBlock, optionalInput } from '../../src/core/block.ts';
import { buildLoop } from '../../src/core/build.ts';
import type { AnyHostKind } from '../../src/core/host.ts';
import type { AnyLinkKind } from '../../src/core/link.ts';
import type { Loop } from '../../src/core/loop.ts';
import { integer, param } from '../../src/core/schema.ts';
import type { OutputPort } from '../../src/core/signal.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { gaussian } from '../../src/math/random.ts';
import { Float64, Image, Twist } from '../../src/msgs/index.ts';
import { nodeCatalog } from '../../src/node/catalog.ts';
import type { Catalog } from '../../src/scenario/catalog.ts';
import { byKind, byType, extendCatalog } from '../../src/scenario/catalog.ts';
import { checkScenario } from '../../src/scenario/check.ts';
import { relay, sender } from './port-blocks.ts';

/** Publishes its activation number. */
const counter = defineBlock({
  type: 'test/counter',
  doc: 'counts its releases',
  params: { every: integer(1, '', 'publish every n-th', { min: 1 }) },
  inputs: {},
  outputs: { count: Float64 },
  init: () => ({ n: 0 }),
  step(params, state, _inputs, { count }) {
    count.value.data = state.n;
    count.publish = state.n % params.every === 0;
    state.n++;
  },
});

/** Publishes the same number for ever. */
const constant = defineBlock({
  type: 'test/constant',
  doc: 'says one number',
  params: { value: param(0, '', 'the number') },
  inputs: {},
  outputs: { value: Float64 },
  init: () => ({}),
  step(params, _state, _inputs, { value }) {
    value.value.data = params.value;
  },
});

/** out = gain × in, and remembers nothing. */
const gain = defineBlock({
  type: 'test/gain',
  doc: 'multiplies',
  params: { gain: param(1, '', 'factor') },
  inputs: { in: Float64 },
  outputs: { out: Float64 },
  init: () => ({}),
  step(params, _state, inputs, { out }) {
    out.value.data = params.gain * inputs.in.value.data;
  },
});

/** x += dt · u; a plant. */
const integrator = defineBlock({
  type: 'test/integrator',
  doc: 'integrates',
  plant: true,
  params: { initial: param(0, '', 'start') },
  inputs: { u: optionalInput(Float64) },
  outputs: { x: Float64 },
  defaultPeriod: 0.001,
  init: (params) => ({ x: params.initial }),
  step(_params, state, { u }, { x }, time) {
    state.x += time.dt * u.value.data;
    x.value.data = state.x;
  },
});

/** Adds seeded noise to what it reads. */
const noise = defineBlock({
  type: 'test/noise',
  doc: 'adds noise',
  params: { sigma: param(1, '', 'standard deviation', { min: 0 }) },
  inputs: { in: Float64 },
  outputs: { out: Float64 },
  init: (_params, context): { stream: RandomStream } => ({ stream: context.stream('noise') }),
  step(params, state, inputs, { out }) {
    out.value.data = inputs.in.value.data + params.sigma * gaussian(state.stream);
  },
});

/** How old what it reads is: time since publication [s]. */
const age = defineBlock({
  type: 'test/age',
  doc: 'measures age',
  params: {},
  inputs: { in: Float64 },
  outputs: { age: Float64 },
  init: () => ({}),
  step(_params, _state, inputs, { age: output }, time) {
    output.value.data = (time.nowNs - inputs.in.publishedNs) / 1e9;
  },
});

/** Publishes a small picture whose pixels count. */
const camera = defineBlock({
  type: 'test/camera',
  doc: 'draws its activation number',
  params: { size: integer(16, '', 'bytes', { min: 1 }) },
  inputs: {},
  outputs: { image: Image },
  init: () => ({}),
  step(params, _state, _inputs, { image }, time) {
    const pixels = image.frame(params.size);
    pixels.fill(time.activation);
    image.value.data = pixels;
  },
});

/** Reads a Twist. */
const twistReader = defineBlock({
  type: 'test/twist-reader',
  doc: 'reads a twist',
  params: {},
  inputs: { twist: Twist },
  outputs: {},
  init: () => ({}),
  step() {},
});

const blocks: AnyBlock[] = [counter, constant, gain, integrator, noise, age, camera, twistReader, sender, relay];
const testCatalog: Catalog = {
  blocks: byType(blocks),
  hosts: nodeCatalog.hosts,
  clocks: nodeCatalog.clocks,
  links: new Map(),
};

/** What a test adds to the small blocks. */
export interface Additions {
  readonly blocks?: readonly AnyBlock[];
  readonly hosts?: readonly AnyHostKind[];
  readonly links?: readonly AnyLinkKind[];
}

export const catalogWith = ({ blocks: more = [], hosts = [], links = [] }: Additions): Catalog =>
  extendCatalog(testCatalog, { blocks: byType(more), hosts: byKind(hosts), links: byKind(links) });

/** A scenario of small blocks, with the keys every scenario needs filled in. */
export const smallScenario = (document: Record<string, unknown>, more: Additions = {}) =>
  checkScenario({ name: 'test', duration: 1, ...document }, catalogWith(more));

export const smallLoop = (document: Record<string, unknown>, more?: Additions): Promise<Loop> =>
  buildLoop(smallScenario(document, more));

export const portOf = (loop: Loop, path: string): OutputPort =>
  loop.ports.find((candidate) => candidate.path === path)!;

/** Everything a signal published, as [tick, value of data]. */
export function watch(loop: Loop, path: string): [number, number][] {
  const seen: [number, number][] = [];
  const port = portOf(loop, path);
  port.listen((_port, tick) => seen.push([tick, port.signal.value.data]));
  return seen;
}
