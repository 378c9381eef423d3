/**
 * Parameters that change during a run: knobs turned at a known instant, and therefore the same in every run.
 *
 *   changes:
 *     - { at: 12.5, block: controller, params: { kp: 3 } }
 *     - { at: 20, block: world, params: { solids: [ … ] } }
 *
 * From the first tick at or after `at` the block steps with its parameters so far and these laid over them, mapping by mapping
 * and lists as a whole. `world` stands for what all blocks share. What a block has made of a parameter at its start, such as the
 * place where a vehicle begins, stays.
 */
import type { AnyBlock } from './block.ts';
import { InputError, quote, suggestion } from './input-error.ts';
import { mergeTrees } from './scenario-text.ts';
import type { Schema } from './schema.ts';
import { parseFields, parseUnknown } from './schema.ts';

/** The name that stands for the world in `changes`. */
export const WORLD = 'world';

/** As a scenario says it. */
export interface ChangeDocument {
  /** [s] */
  readonly at: number;
  readonly block: string;
  /** Only what changes. */
  readonly params: unknown;
}

/** All parameters of one block from a tick on, checked and complete. */
export interface ParamChange {
  readonly tick: number;
  readonly block: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A block whose parameters can be changed: what was said of them, and what they are. */
export interface ChangeableBlock {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where it runs; a program elsewhere is not told. */
  readonly isProgram: boolean;
}

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Engines keep parsed JSON in compact objects; ones that grew key by key may be hash tables, slow to read in a step. */
export const compact = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Knows the parameters of all blocks at an instant, and what a change makes of them. */
export class Parameters {
  private readonly blocks: ReadonlyMap<string, ChangeableBlock>;
  private readonly current = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(
    blocks: readonly ChangeableBlock[],
    private readonly tickNs: number,
    /** The world that blocks share, and what one may say; blocks with a world of their own keep it. */
    private world: unknown,
    private readonly worldSchema: Schema | undefined,
  ) {
    this.blocks = new Map(blocks.map((block) => [block.name, block]));
    for (const { name, params } of blocks) this.current.set(name, params);
  }

  of(block: string): Readonly<Record<string, unknown>> | undefined {
    return this.current.get(block);
  }

  /** Takes a change in; throws InputError at `path` and leaves everything as it was when it is not possible. */
  change({ at, block, params }: ChangeDocument, path: string): ParamChange[] {
    if (!isTree(params)) throw new InputError(`${path}.params`, `expected parameters by name, got ${quote(params)}`);
    const tick = Math.ceil((at * 1e9) / this.tickNs - 1e-6);
    const changes =
      block === WORLD && !this.blocks.has(WORLD)
        ? this.changeWorld(tick, params, path)
        : [this.changeBlock(tick, block, params, path)];
    for (const { block: name, params: changed } of changes) this.current.set(name, changed);
    return changes;
  }

  private changeBlock(tick: number, name: string, params: Tree, path: string): ParamChange {
    const block = this.blocks.get(name);
    if (block === undefined)
      throw new InputError(
        `${path}.block`,
        `there is no block ${quote(name)}${suggestion(name, [...this.blocks.keys(), WORLD])}`,
      );
    if (block.isProgram)
      throw new InputError(`${path}.block`, `${name} runs in a program of its own, which is not told of changes`);
    const { world, ...own } = this.current.get(name)!;
    const shared = world !== undefined && world === this.world && params.world === undefined;
    const merged = mergeTrees(shared ? own : this.current.get(name)!, params);
    const parsed = compact(parseFields(block.definition.params, merged, `${path}.params`));
    return { tick, block: name, params: this.checked(block, shared ? { ...parsed, world } : parsed, path) };
  }

  private changeWorld(tick: number, params: Tree, path: string): ParamChange[] {
    if (this.worldSchema === undefined) throw new InputError(`${path}.block`, 'there is no world here');
    const world = compact(
      parseUnknown(this.worldSchema, mergeTrees(isTree(this.world) ? this.world : {}, params), `${path}.params`),
    );
    const readers = [...this.blocks.values()].filter(
      ({ name, definition }) => Object.hasOwn(definition.params, WORLD) && this.current.get(name)!.world === this.world,
    );
    const changes = readers.map(
      (block): ParamChange => ({
        tick,
        block: block.name,
        params: this.checked(block, { ...this.current.get(block.name)!, world }, path),
      }),
    );
    this.world = world;
    return changes;
  }

  private checked<P extends Readonly<Record<string, unknown>>>(
    { definition }: ChangeableBlock,
    params: P,
    path: string,
  ): P {
    const contradiction = definition.check?.(params);
    if (contradiction !== undefined) throw new InputError(`${path}.params.${contradiction[0]}`, contradiction[1]);
    return params;
  }
}
