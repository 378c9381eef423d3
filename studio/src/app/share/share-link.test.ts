import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packText, unpackText } from './packed-text.ts';
import { decodeLink, encodeLink } from './share-link.ts';

const changes = [{ at: 2.5, block: 'controller', params: { gains: { kp: 1.5 } } }];

describe('links', () => {
  it('give back what they were made of', async () => {
    const content = {
      path: 'scenarios/monosim/mpc.yaml',
      text: 'name: straße 🚗\nduration: 5\n',
      seed: 7,
      changes,
      code: [{ file: './cruise.ts', source: 'export default 1; // ü' }],
      layout: {
        shape: 'wide' as const,
        orientation: 'HORIZONTAL' as const,
        width: 1000,
        height: 800,
        root: { size: 800, nodes: [{ size: 600, tabs: ['scene-1', 'plot-2'], active: 'plot-2' }] },
        panels: { 'scene-1': {}, 'plot-2': { series: ['car.state.x'] } },
      },
      at: 12.345,
    };
    expect(await decodeLink(await encodeLink(content))).toEqual(content);
  });

  it('are readable where they can be', async () => {
    expect(await encodeLink({ path: 'scenarios/monosim/mpc.yaml', seed: 3, at: 1 / 3 })).toBe(
      '#scenario=scenarios/monosim/mpc.yaml&seed=3&t=0.333',
    );
    expect(await encodeLink({ connect: 'ws://localhost:8765' })).toBe('#connect=ws://localhost:8765');
    expect(await encodeLink({})).toBe('');
  });

  it('hold nothing when there is nothing behind the #', async () => {
    for (const fragment of ['', '#']) expect(await decodeLink(fragment)).toBeUndefined();
  });

  it('that are garbage are refused in one sentence', async () => {
    const cut = (await encodeLink({ text: 'name: x\n'.repeat(500) })).slice(0, -9);
    const list = await packText('[{"at":"soon","block":1}]');
    for (const [fragment, sentence] of [
      [cut, /the scenario in it is damaged or cut off/],
      ['#text=%%%', /damaged/],
      ['#text=AAAA', /damaged/],
      ['#changes=hello', /list of changes in it is damaged/],
      [`#changes=${list}`, /not changes of a run/],
      [`#changes=${await packText('{}')}`, /not changes of a run/],
      ['#scenario=../../etc/passwd.yaml', /does not name a scenario file/],
      ['#scenario=javascript:alert(1)', /does not name a scenario file/],
      ['#seed=-1', /seed is not a whole number/],
      ['#seed=1e3', /seed is not a whole number/],
      ['#t=', /not a number of seconds/],
      ['#t=later', /not a number of seconds/],
      ['#top', /names no scenario/],
      ['#other=1', /names no scenario/],
      [`#code=${await packText('[{"file":"../../x.ts","source":""}]')}`, /not a list of blocks/],
      [`#layout=${await packText('{"shape":"wide"}')}`, /arrangement of panels in it is damaged/],
      ['#connect=http://example.org', /ws:\/\/host:port/],
    ] as const) {
      await expect(decodeLink(fragment), fragment).rejects.toThrow(sentence);
      await expect(decodeLink(fragment), fragment).rejects.toThrow(/^This link cannot be opened: [^.]*(\.\S[^.]*)*\.$/);
    }
  });
});

describe('packed text', () => {
  it('is raw deflate in base64url, as another implementation reads it', async () => {
    const text = 'blocks: {}\n'.repeat(100);
    const packed = await packText(text);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(inflateRawSync(Buffer.from(packed, 'base64url')).toString()).toBe(text);
  });

  it('is not unpacked beyond four megabytes', async () => {
    await expect(unpackText(await packText('0'.repeat(5 << 20)))).rejects.toThrow('too long');
  });
});
