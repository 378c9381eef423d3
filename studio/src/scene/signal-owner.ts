/**
 * Whose a signal is: the vehicle from which a block gets what it works on, found by following its wires back.
 *
 *   controller ← detector ← camera ← car        →    the plan of `controller` belongs to `car`
 */
type Tree = Record<string, any>;

/** Block name of a wire, written as `block.port` or as { from: 'block.port', … }. */
export function sourceBlock(wire: unknown): string | undefined {
  const from = typeof wire === 'object' && wire !== null ? (wire as Tree).from : wire;
  return typeof from === 'string' ? from.split('.')[0] : undefined;
}

/** The nearest of `vehicles` behind the inputs of a block, or the block itself; breadth first, in order of the inputs. */
export function ownerOf(blocks: Tree, block: string, vehicles: ReadonlySet<string>): string | undefined {
  const seen = new Set([block]);
  const queue = [block];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (vehicles.has(name)) return name;
    for (const wire of Object.values((blocks[name]?.inputs ?? {}) as Tree)) {
      const source = sourceBlock(wire);
      if (source === undefined || seen.has(source)) continue;
      seen.add(source);
      queue.push(source);
    }
  }
  return undefined;
}
