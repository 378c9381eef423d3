import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { many, OUTPUTS, table } from '../../test/support/port-blocks.ts';
import { catalogWith, portOf, smallLoop, watch } from '../../test/support/small-blocks.ts';
import { memoryFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import type { AnyBlock } from './block.ts';
import { buildLoop } from './build.ts';
import { defineHost, HostError } from './host.ts';
import type { Link } from './link.ts';
import { defineLink } from './link.ts';
import { text } from './schema.ts';

const counter = { type: 'test/counter', period: 0.01 };

describe('a host that cannot be opened', () => {
  const unreachable = defineHost({
    kind: 'unreachable',
    doc: '',
    params: { over: text('', 'a link'), back: text('', 'another') },
    traits: { deterministic: false, savable: false, takesChanges: false },
    open: async ({ name }) => {
      throw new HostError(name, 'nobody answers');
    },
  });

  it('is an error, and never the model in its place', async () => {
    const loop = smallLoop({ blocks: { a: { ...counter, host: 'unreachable' } } }, { hosts: [unreachable] });
    await expect(loop).rejects.toThrow(new HostError('a', 'nobody answers'));
  });

  it('lets the hosts and links go that were open already', async () => {
    const robot = new FakeRobot();
    const closed: string[] = [];
    const bus = defineLink({
      kind: 'bus',
      doc: '',
      params: {},
      open: async (_params, { name }): Promise<Link> => ({ close: () => void closed.push(name) }),
    });
    const host = { kind: 'unreachable', over: 'first', back: 'second' };
    const blocks = { a: { ...counter, host: 'robot' }, b: { ...counter, host } };
    const links = { first: 'bus', second: 'bus' };
    await expect(smallLoop({ blocks, links }, { hosts: [robot.kind, unreachable], links: [bus] })).rejects.toThrow(
      'blocks.b: nobody answers',
    );
    expect([robot.opened, robot.closed]).toEqual([1, 1]);
    expect(closed.sort()).toEqual(['first', 'second']);
  });
});

describe('a link', () => {
  /** A door that can be knocked at, and one host that does so. */
  const opened: string[] = [];
  const door = defineLink({
    kind: 'door',
    doc: '',
    params: { to: text('hall', 'where it leads') },
    async open({ to }, { name }) {
      if (to === 'nowhere') throw new Error('there is only a wall');
      opened.push(name);
      return { knock: () => `${name} to ${to}`, close: () => void opened.splice(opened.indexOf(name), 1) };
    },
  });
  const heard: string[] = [];
  const visitor = defineHost({
    kind: 'visitor',
    doc: '',
    params: { at: text(undefined, 'a door') },
    traits: { deterministic: false, savable: false, takesChanges: false },
    links: { at: door },
    open(block, { at }, { links }) {
      heard.push(links.get(at, door, `blocks.${block.name}.host.at`).knock());
      return new FakeRobot().kind.open(block, {}, undefined as never);
    },
  });
  const visit = (links: object, ...doors: string[]) =>
    smallLoop(
      {
        links,
        blocks: Object.fromEntries(doors.map((at) => [`at_${at}`, { ...counter, host: { kind: 'visitor', at } }])),
      },
      { hosts: [visitor], links: [door] },
    );

  it('is open before the hosts that use it, and closed with the loop', async () => {
    const loop = await visit({ front: 'door', back: { kind: 'door', to: 'garden' } }, 'front', 'back');
    expect([heard.splice(0), opened]).toEqual([
      ['front to hall', 'back to garden'],
      ['front', 'back'],
    ]);
    await loop.close();
    expect(opened).toEqual([]);
  });

  it('stays closed when nobody uses it, and what is behind it need not be there', async () => {
    const loop = await visit({ back: { kind: 'door', to: 'nowhere' }, front: 'door' }, 'front');
    expect([heard.splice(0), opened]).toEqual([['front to hall'], ['front']]);
    await loop.close();
  });

  it('that cannot be opened is an error with its name, and those before it are closed', async () => {
    await expect(visit({ front: 'door', back: { kind: 'door', to: 'nowhere' } }, 'front', 'back')).rejects.toThrow(
      'links.back: there is only a wall',
    );
    expect(opened).toEqual([]);
  });
});

describe('what a block prepares before its first step', () => {
  const document = {
    name: 'x',
    duration: 1,
    blocks: { a: { type: 'test/table', period: 0.01, params: { file: 'n.txt' } } },
  };
  const load = (files: Record<string, string>) =>
    loadScenario(memoryFiles(files), { document, path: 's.yaml' }, { catalog: catalogWith({ blocks: [table] }) });

  it('reaches the step, also when it takes time, and may come from a file', async () => {
    const loop = await buildLoop(await load({ 'n.txt': '3 1 4' }));
    const seen = watch(loop, 'a.number');
    loop.runUntil(40);
    expect(seen.map(([, value]) => value)).toEqual([3.5, 1.5, 4.5, 3.5]);
  });

  it('is kept with the run: the scenario holds the file by what is in it', async () => {
    const { files, document: resolved } = await load({ 'n.txt': '3 1 4' });
    expect(files).toHaveLength(1);
    expect(new TextDecoder().decode(files[0].bytes)).toBe('3 1 4');
    expect(resolved.blocks.a.params).toMatchObject({ file: files[0].name });
    expect((await load({ 'n.txt': '3 1 5' })).files[0].name).not.toBe(files[0].name);
  });

  it('says which file is missing, and where it was named', async () => {
    await expect(load({})).rejects.toThrow('blocks.a.params.file: n.txt: there is no such file');
  });

  const fail = (): never => {
    throw new Error('no such layer');
  };
  it.each<[string, Partial<AnyBlock>]>([
    ['at once', { prepare: fail }],
    ['after a while', { prepare: async () => fail() }],
    ['in its first state', { init: fail }],
  ])('is a sentence about the block when it fails %s', async (_case, more) => {
    const broken: AnyBlock = { ...table, type: 'test/broken', params: {}, prepare: undefined, ...more };
    const loop = smallLoop({ blocks: { a: { type: 'test/broken', period: 0.01 } } }, { blocks: [broken] });
    await expect(loop).rejects.toThrow(HostError);
    await expect(loop).rejects.toThrow(/^blocks\.a: .*no such layer$/);
  });
});

describe('a block with forty outputs', () => {
  it('publishes on each what it says there, and only where it says something', async () => {
    const loop = await smallLoop(
      { blocks: { many: { type: 'test/many', period: 0.01, latency: 0.025 } } },
      { blocks: [many] },
    );
    const seen = OUTPUTS.map((name) => watch(loop, `many.${name}`));
    loop.runUntil(200);
    seen.forEach((messages, i) => {
      const activations = Array.from({ length: 18 }, (_, k) => k).filter((k) => (k + i) % 3 === 0);
      expect(messages).toEqual(activations.map((k) => [10 * k + 25, 100 * k + i]));
    });
    expect(portOf(loop, 'many.o39').signal.sequence).toBe(6);
  });
});
