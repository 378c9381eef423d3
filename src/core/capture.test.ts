import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaptureNode } from './capture.ts';
import { planCaptures } from './capture.ts';

const node = (name: string, sources: readonly (string | undefined)[], plant = false): CaptureNode => ({
  name,
  plant,
  sources,
});

/** Rule and origins of each block, readable. */
const planned = (nodes: readonly CaptureNode[]) =>
  Object.fromEntries(
    [...planCaptures(nodes)].map(([name, { origins, rule }]) => [
      name,
      { origins, rule: rule.kind, ...(rule.kind === 'inherit' && { slots: rule.slots.map((slots) => [...slots]) }) },
    ]),
  );

describe('where data begins', () => {
  it('is at plants, by publication, and at blocks without wired inputs, by release', () => {
    expect(planned([node('car', ['driver'], true), node('driver', []), node('light', [undefined])])).toEqual({
      car: { origins: ['car'], rule: 'publication' },
      driver: { origins: ['driver'], rule: 'release' },
      light: { origins: ['light'], rule: 'release' },
    });
  });

  it('is every origin behind a block, in order of their names, and a plant hides what is behind it', () => {
    const nodes = [
      node('plan', ['sensor', undefined, 'map', 'sensor']),
      node('sensor', ['car']),
      node('car', ['plan'], true),
      node('map', []),
      node('act', ['plan', 'sensor']),
    ];
    expect(planned(nodes)).toEqual({
      plan: { origins: ['car', 'map'], rule: 'inherit', slots: [[0], [], [1], [0]] },
      sensor: { origins: ['car'], rule: 'inherit', slots: [[0]] },
      car: { origins: ['car'], rule: 'publication' },
      map: { origins: ['map'], rule: 'release' },
      act: { origins: ['car', 'map'], rule: 'inherit', slots: [[0, 1], [0]] },
    });
  });

  it('is not followed back around a cycle', () => {
    const nodes = [
      node('source', []),
      node('filter', ['source', 'smoother']),
      node('smoother', ['filter']),
      node('reader', ['smoother']),
    ];
    expect(planned(nodes)).toMatchObject({
      filter: { origins: ['source'], slots: [[0], [-1]] },
      smoother: { origins: ['source'], slots: [[0]] },
      reader: { origins: ['source'], slots: [[0]] },
    });
    // two that feed each other and nobody else
    expect(planned([node('a', ['b']), node('b', ['a'])])).toMatchObject({ a: { origins: [] }, b: { origins: [] } });
  });

  it('is not followed between two that are as far from their origins and feed each other', () => {
    const nodes = [node('left', ['p', 'right']), node('right', ['q', 'left']), node('p', []), node('q', [])];
    expect(planned(nodes)).toMatchObject({
      left: { origins: ['p'], slots: [[0], [-1]] },
      right: { origins: ['q'], slots: [[0], [-1]] },
    });
  });

  it('is followed to a block that is farther away, where no cycle leads back', () => {
    // sink is one hop from p and reads what is three hops from q
    const nodes = [node('q', []), node('a', ['q']), node('b', ['a']), node('p', []), node('sink', ['p', 'b'])];
    expect(planned(nodes)).toMatchObject({ sink: { origins: ['p', 'q'], slots: [[0], [1]] } });
  });

  it('agrees with every way through a random dataflow, walked one by one', () => {
    const graphs = fc.integer({ min: 1, max: 7 }).chain((count) =>
      fc.array(
        fc.record({
          plant: fc.boolean(),
          sources: fc.array(fc.option(fc.nat(count - 1), { nil: undefined }), { maxLength: 3 }),
        }),
        { minLength: count, maxLength: count },
      ),
    );
    fc.assert(
      fc.property(graphs, (graph) => {
        const nodes = graph.map(({ plant, sources }, i) =>
          node(
            `n${i}`,
            sources.map((source) => (source === undefined ? undefined : `n${source}`)),
            plant,
          ),
        );
        expect(planned(nodes)).toEqual(walked(nodes));
      }),
      { numRuns: 300 },
    );
  });
});

/** The same from first principles: distances by counting hops, cycles by trying every way. */
function walked(nodes: readonly CaptureNode[]) {
  const byName = new Map(nodes.map((each) => [each.name, each]));
  const wired = ({ sources }: CaptureNode) => sources.filter((source) => source !== undefined);
  const isOrigin = (each: CaptureNode) => each.plant || wired(each).length === 0;
  const distance = (name: string, seen: readonly string[] = []): number => {
    if (isOrigin(byName.get(name)!)) return 0;
    const further = wired(byName.get(name)!).filter((source) => !seen.includes(source) && source !== name);
    return Math.min(Infinity, ...further.map((source) => 1 + distance(source, [...seen, name])));
  };
  const readsFrom = (reader: string, from: string, seen: readonly string[] = []): boolean => {
    if (reader === from) return true;
    if (isOrigin(byName.get(reader)!)) return false;
    return wired(byName.get(reader)!).some(
      (source) => !seen.includes(source) && readsFrom(source, from, [...seen, reader]),
    );
  };
  const follows = (source: string, reader: string) => distance(source) < distance(reader) || !readsFrom(source, reader);
  const originsOf = (name: string): string[] => {
    const each = byName.get(name)!;
    if (isOrigin(each)) return [name];
    return [
      ...new Set(
        wired(each)
          .filter((source) => follows(source, name))
          .flatMap(originsOf),
      ),
    ].sort();
  };
  return Object.fromEntries(
    nodes.map((each) => {
      const origins = originsOf(each.name);
      if (isOrigin(each)) return [each.name, { origins, rule: each.plant ? 'publication' : 'release' }];
      const slots = each.sources.map((source) =>
        source === undefined
          ? []
          : originsOf(source).map((origin) => (follows(source, each.name) ? origins.indexOf(origin) : -1)),
      );
      return [each.name, { origins, rule: 'inherit', slots }];
    }),
  );
}
