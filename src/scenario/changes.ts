/**
 * Parameters that change during a run: knobs turned at a known instant, and therefore the same in every run.
 *
 *   changes:
 *     - { at: 12.5, block: controller, params: { kp: 3 } }
 *     - { at: 20, block: world, params: { solids: [ … ] } }
 *
 * From the first tick at or after `at` the block steps with its parameters so far and these laid over them, mapping by mapping
 * and lists as a whole. `world` stands for what all blocks share. A parameter that refers to one that changes, changes with it.
 * Fixed parameters, which a block uses only at its start, are refused.
 */
import type { AnyBlock } from '../core/block.ts';
import type { HostSpec } from '../core/host.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { ParamChange } from '../core/loop-spec.ts';
import type { Fields, Schema } from '../core/schema.ts';
import { parseFields, parseUnknown } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { isTree, mergeTrees } from '../core/tree.ts';
import type { Reference } from './references.ts';
import { setAt, valueAt, WORLD } from './references.ts';

/** As a scenario says it. */
export interface ChangeDocument {
  /** [s] */
  readonly at: number;
  readonly block: string;
  /** Only what changes. */
  readonly params: unknown;
}

/** A block whose parameters can be changed. */
export interface ChangeableBlock {
  readonly name: string;
  readonly definition: AnyBlock;
  readonly params: Readonly<Record<string, unknown>>;
  readonly host: Pick<HostSpec, 'kind'>;
}

export interface ParametersSetup {
  readonly blocks: readonly ChangeableBlock[];
  readonly references: readonly Reference[];
  readonly tickNs: number;
  /** The world that blocks share, and what one may say; blocks with a world of their own keep it. */
  readonly world: unknown;
  readonly worldSchema: Schema | undefined;
}

/** Engines keep parsed JSON in compact objects; ones that grew key by key may be hash tables, slow to read in a step. */
export const normaliseShape = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The first tick at or after an instant [s]. */
export const tickAt = (at: number, tickNs: number): number => Math.ceil((at * 1e9) / tickNs - 1e-6);

/** Knows the parameters of all blocks at an instant, and what a change makes of them. */
export class Parameters {
  private readonly blocks: ReadonlyMap<string, ChangeableBlock>;
  private readonly current = new Map<string, Readonly<Record<string, unknown>>>();
  private references: readonly Reference[];
  private world: unknown;

  constructor(private readonly setup: ParametersSetup) {
    this.blocks = new Map(setup.blocks.map((block) => [block.name, block]));
    for (const { name, params } of setup.blocks) this.current.set(name, params);
    this.references = setup.references;
    this.world = setup.world;
  }

  of(block: string): Readonly<Record<string, unknown>> | undefined {
    return this.current.get(block);
  }

  /** Takes a change in; throws InputError at `path` and leaves everything as it was when it is not possible. */
  change({ at, block, params }: ChangeDocument, path: string): ParamChange[] {
    if (!isTree(params)) {
      throw new InputError(`${path}.params`, `expected parameters by name, got ${quote(params)}`);
    }
    const tick = tickAt(at, this.setup.tickNs);
    const before = { current: new Map(this.current), references: this.references, world: this.world };
    try {
      const isWorld = block === WORLD && !this.blocks.has(WORLD);
      const first = isWorld ? this.changeWorld(params, path) : [this.changeBlock(block, params, path)];
      const changed = new Set([...first, ...this.follow(isWorld ? WORLD : block, path)]);
      return [...changed].map((name) => ({ tick, block: name, params: this.current.get(name)! }));
    } catch (error) {
      for (const [name, value] of before.current) this.current.set(name, value);
      this.references = before.references;
      this.world = before.world;
      throw error;
    }
  }

  private changeBlock(name: string, params: Tree, path: string): string {
    const block = this.blocks.get(name);
    if (block === undefined) {
      const near = suggestion(name, [...this.blocks.keys(), WORLD]);
      throw new InputError(`${path}.block`, `there is no block ${quote(name)}${near}`);
    }
    if (!block.host.kind.traits.takesChanges) {
      const where = `${name} runs on a ${block.host.kind.kind} host, which is not told of changes`;
      throw new InputError(`${path}.block`, where);
    }
    // what is said outright no longer follows another block
    this.references = this.references.filter((reference) => reference.block !== name || !says(params, reference.path));
    this.set(block, mergeTrees(this.withoutSharedWorld(name, params), params), path);
    return name;
  }

  /** Parsed, checked and in force. */
  private set(block: ChangeableBlock, merged: Tree, path: string): void {
    const { name, definition } = block;
    const before = this.current.get(name)!;
    const parsed = normaliseShape(parseFields(definition.params, merged, `${path}.params`));
    const isShared = before.world !== undefined && before.world === this.world && merged.world === undefined;
    const after = isShared ? { ...parsed, world: before.world } : parsed;
    const frozen = fixedDifference(definition.params, before, after);
    if (frozen !== undefined) {
      throw new InputError(
        `${path}.params.${frozen}`,
        'is fixed: it is used only at the start and cannot change during a run',
      );
    }
    this.check(definition, after, path);
    this.current.set(name, after);
  }

  private withoutSharedWorld(name: string, params: Tree): Tree {
    const { world, ...own } = this.current.get(name)!;
    const isShared = world !== undefined && world === this.world && params.world === undefined;
    return isShared ? own : { ...own, ...(world !== undefined && { world }) };
  }

  private changeWorld(params: Tree, path: string): string[] {
    const { worldSchema } = this.setup;
    if (worldSchema === undefined) throw new InputError(`${path}.block`, 'there is no world here');
    const merged = mergeTrees(isTree(this.world) ? this.world : {}, params);
    const world = normaliseShape(parseUnknown(worldSchema, merged, `${path}.params`));
    const readers = [...this.blocks.values()].filter(
      ({ name, definition }) => Object.hasOwn(definition.params, WORLD) && this.current.get(name)!.world === this.world,
    );
    for (const { name, definition } of readers) {
      const after = { ...this.current.get(name)!, world };
      this.check(definition, after, path);
      this.current.set(name, after);
    }
    this.world = world;
    return readers.map(({ name }) => name);
  }

  /** Brings the parameters up to date that refer to a block, and those that refer to these. Returns whose they are. */
  private follow(changed: string, path: string): string[] {
    const followers = this.references.filter(({ of, block }) => of.block === changed && block !== changed);
    return followers.flatMap(({ block: name, path: below, of }) => {
      const value = valueAt(changed === WORLD ? this.world : this.current.get(changed), of, path);
      const { world: _world, ...own } = structuredClone(this.current.get(name)!);
      const before = JSON.stringify(own);
      setAt(own, below, value);
      if (JSON.stringify(own) === before) return [];
      this.set(this.blocks.get(name)!, { ...this.withoutSharedWorld(name, {}), ...own }, path);
      return [name, ...this.follow(name, path)];
    });
  }

  private check(definition: AnyBlock, params: Readonly<Record<string, unknown>>, path: string): void {
    const contradiction = definition.check?.(params);
    if (contradiction !== undefined) throw new InputError(`${path}.params.${contradiction[0]}`, contradiction[1]);
  }
}

/** Whether these parameters say something at a dotted path, above it or below it. */
function says(params: Tree, path: string): boolean {
  let node: unknown = params;
  for (const key of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    if (!isTree(node)) return true;
    if (!Object.hasOwn(node, key)) return false;
    node = node[key];
  }
  return true;
}

/** Path of the first fixed parameter that differs. */
function fixedDifference(fields: Fields, before: Tree, after: Tree, below = ''): string | undefined {
  for (const [key, schema] of Object.entries(fields)) {
    const path = below === '' ? key : `${below}.${key}`;
    const inner: Schema = schema.kind === 'optional' ? schema.of : schema;
    const isFixed = schema.fixed === true || inner.fixed === true;
    if (isFixed && JSON.stringify(before[key]) !== JSON.stringify(after[key])) return path;
    if (inner.kind !== 'group' || !isTree(before[key]) || !isTree(after[key])) continue;
    const frozen = fixedDifference(inner.fields as Fields, before[key], after[key], path);
    if (frozen !== undefined) return frozen;
  }
  return undefined;
}
