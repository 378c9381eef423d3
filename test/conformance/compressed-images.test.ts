/** Images in recordings, for others: @mcap/core finds them, and OpenCV decodes what was seen. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McapStreamReader } from '@mcap/core';
import { afterAll, describe, expect, it } from 'vitest';
import { defineBlock } from '../../src/core/block.ts';
import { choice } from '../../src/core/schema.ts';
import { replayHost } from '../../src/hosts/replay/replay-host.ts';
import { CompressedImage, Image } from '../../src/msgs/index.ts';
import { installedJpeg } from '../../src/record/images/installed-jpeg.ts';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { McapWriter } from '../../src/record/mcap/writer.ts';
import { imageFigures } from '../../src/record/report/images.ts';
import { RunComparison } from '../../src/record/run-comparison.ts';
import { RunRecorder } from '../../src/record/run-recorder.ts';
import { recordedOutputs } from '../../src/run/recorded-outputs.ts';
import { run } from '../../src/run/run.ts';
import { byKind, extendCatalog } from '../../src/scenario/catalog.ts';
import { checkScenario } from '../../src/scenario/check.ts';
import { MemorySink } from '../fixtures/record/memory-sink.ts';
import { catalogWith } from '../support/small-blocks.ts';

const CHANNELS = { mono8: 1, rgb8: 3, bgr8: 3, rgba8: 4, bgra8: 4, mono16: 2 } as const;
type Encoding = keyof typeof CHANNELS;
const [WIDTH, HEIGHT] = [61, 37];

/** Smooth colours that differ between channels, and go on from image to image. */
const pixel = (column: number, row: number, channel: number, frame: number): number =>
  channel === 3 ? 255 : Math.round(127 + 120 * Math.sin(column / (9 + 3 * channel) + row / 11 + frame / 5 + channel));

const painter = defineBlock({
  type: 'test/painter',
  doc: 'paints smooth colours',
  params: { encoding: choice('rgb8', Object.keys(CHANNELS) as Encoding[], 'of the image') },
  inputs: {},
  outputs: { image: Image },
  init: () => ({}),
  step({ encoding }, _state, _inputs, { image }, time) {
    const channels = CHANNELS[encoding];
    const data = image.frame(WIDTH * HEIGHT * channels);
    for (let i = 0; i < data.length; i++) {
      const place = Math.floor(i / channels);
      data[i] = pixel(place % WIDTH, Math.floor(place / WIDTH), i % channels, time.activation);
    }
    Object.assign(image.value, { width: WIDTH, height: HEIGHT, step: WIDTH * channels, encoding, data });
    image.value.header.frame_id = 'front';
  },
});

const catalog = catalogWith({ blocks: [painter] });
const jpeg = installedJpeg('record');

const documentOf = (encoding: Encoding, record: object, host: unknown = 'local') => ({
  name: 'images',
  duration: 1,
  blocks: { camera: { type: 'test/painter', period: 0.1, params: { encoding }, host } },
  ...record,
});

async function recorded(encoding: Encoding, record: object) {
  const scenario = checkScenario(documentOf(encoding, record), catalog);
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, scenario, 'test');
  const result = await run({ scenario }, { attach: ({ loop }) => recorder.attach(loop, jpeg) });
  recorder.finish(result);
  writer.close();
  const recording = openRecording(sink.bytes());
  const channels = recording.channels.filter(({ block }) => block === 'camera');
  return { scenario, result, bytes: sink.bytes(), recording, channels };
}

const as = (form: string, more: object = {}) => ({ record: [{ signal: 'camera.image', as: form, ...more }] });

const folder = mkdtempSync(join(tmpdir(), 'skidpad-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The data of every compressed image, found by others, and what OpenCV makes of it; undefined where there is no OpenCV. */
function decodedByOpenCv(bytes: Uint8Array): Uint8Array[] | undefined {
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(bytes);
  const files: string[] = [];
  const topics = new Map<number, string>();
  for (let record; (record = reader.nextRecord()); ) {
    if (record.type === 'Channel') topics.set(record.id, record.topic);
    if (record.type !== 'Message' || topics.get(record.channelId) !== '/camera/image/compressed') continue;
    const message = CompressedImage.create();
    CompressedImage.decode(new DataView(record.data.slice().buffer), 0, record.data.length, message);
    files.push(join(folder, `${files.length}`));
    writeFileSync(files.at(-1)!, message.data);
  }
  const program =
    'import sys, numpy, cv2\n' +
    'for f in sys.argv[1:]:\n' +
    '  i = cv2.imdecode(numpy.fromfile(f, numpy.uint8), cv2.IMREAD_UNCHANGED)\n' +
    '  sys.stdout.buffer.write(i.tobytes())\n';
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', program, ...files], { maxBuffer: 1 << 28 });
  if (status !== 0) return undefined;
  const size = stdout.length / files.length;
  return files.map((_, i) => new Uint8Array(stdout.subarray(i * size, (i + 1) * size)));
}

/** What was painted, with colours in OpenCV's order: blue, green, red. */
function painted(encoding: Encoding, frame: number, channels: number): Uint8Array {
  const order = encoding.startsWith('rgb') ? [2, 1, 0, 3] : [0, 1, 2, 3];
  return Uint8Array.from({ length: WIDTH * HEIGHT * channels }, (_, i) => {
    const place = Math.floor(i / channels);
    return pixel(place % WIDTH, Math.floor(place / WIDTH), order[i % channels], frame);
  });
}

/** Peak signal-to-noise ratio [dB]. */
function psnr(a: Uint8Array, b: Uint8Array): number {
  const squares = a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

describe('images recorded as PNG', () => {
  it.for(['mono8', 'rgb8', 'bgr8', 'rgba8', 'bgra8'] as const)(
    'of %s are the same pixels in OpenCV',
    async (encoding, context) => {
      const { bytes, recording, channels } = await recorded(encoding, as('png'));
      expect(channels.map(({ topic, typeName }) => [topic, typeName])).toEqual([
        ['/camera/image/compressed', 'sensor_msgs/msg/CompressedImage'],
      ]);
      const [first] = recording.messages({ channels });
      const colours = { 1: '', 3: 'bgr8', 4: 'bgra8' }[CHANNELS[encoding] as 1 | 3 | 4];
      expect(recording.decode(channels[0], first.data)).toMatchObject({
        header: { frame_id: 'front' },
        format: `${encoding}; png compressed ${colours}`,
      });
      const pictures = decodedByOpenCv(bytes);
      if (pictures === undefined) return context.skip('no OpenCV here');
      expect(pictures).toHaveLength(10);
      pictures.forEach((picture, i) =>
        expect(Buffer.compare(picture, painted(encoding, i, CHANNELS[encoding])), `image ${i}`).toBe(0),
      );
    },
  );

  it('make a run that can be verified and replayed to the bit', async () => {
    const { recording, scenario, result } = await recorded('bgr8', as('png'));
    const comparison = new RunComparison(recording, scenario.tickNs);
    await run({ scenario }, { attach: ({ loop }) => comparison.attach(loop) });
    expect(comparison.first).toBeUndefined();
    expect(comparison.compared).toBe(10);

    const replay = replayHost((name) => recordedOutputs(recording, scenario, name));
    const replaying = extendCatalog(catalog, { hosts: byKind([replay]) });
    const again = await run({ scenario: checkScenario(documentOf('bgr8', {}, 'replay'), replaying) });
    expect(again.hash).toBe(result.hash);
  });

  it('say which field differs from another run', async () => {
    const { recording, scenario } = await recorded('rgb8', as('png'));
    const comparison = new RunComparison(recording, scenario.tickNs);
    const other = checkScenario(documentOf('bgr8', {}), catalog);
    await run({ scenario: other }, { attach: ({ loop }) => comparison.attach(loop) });
    expect(comparison.first).toMatchObject({ field: 'encoding', recorded: 'rgb8', now: 'bgr8' });
  });

  it('stay raw where no picture file could bring them back', async () => {
    const { recording, channels } = await recorded('mono16', as('png'));
    const counts = channels.map((channel) => [channel.topic, [...recording.messages({ channels: [channel] })].length]);
    expect(counts).toEqual([
      ['/camera/image/compressed', 0],
      ['/camera/image', 10],
    ]);
  });
});

describe('images recorded as JPEG', () => {
  it.each([
    ['mono8', 90, 40],
    ['rgb8', 90, 33],
    ['bgr8', 90, 33],
    ['rgba8', 90, 33],
    ['rgb8', 30, 27],
  ] as const)('of %s with quality %d are within %d dB of what was seen', async (encoding, quality, bound) => {
    const { bytes, recording, channels } = await recorded(encoding, as('jpeg', { quality }));
    const [first] = recording.messages({ channels });
    const { format } = recording.decode(channels[0], first.data) as CompressedImage;
    expect(format).toBe(`${encoding}; jpeg compressed ${encoding === 'mono8' ? '' : 'bgr8'}`);
    decodedByOpenCv(bytes)?.forEach((picture, i) => {
      const found = psnr(picture, painted(encoding, i, encoding === 'mono8' ? 1 : 3));
      expect(found, `image ${i}`).toBeGreaterThan(bound);
      expect(found, `image ${i}`).toBeLessThan(60);
    });
  });

  it('make a run that can be verified, by its hashes, and not be replayed, which is said', async () => {
    const { recording, scenario, result } = await recorded('rgb8', as('jpeg'));
    expect(result.hash).toBe((await recorded('rgb8', {})).result.hash);
    const comparison = new RunComparison(recording, scenario.tickNs);
    await run({ scenario }, { attach: ({ loop }) => comparison.attach(loop) });
    expect(comparison.first).toBeUndefined();
    expect(() => recordedOutputs(recording, scenario, 'camera')).toThrow(
      'blocks.camera: output image was recorded as jpeg, which is not quite what it was (png and raw are), so the block cannot be replayed',
    );
  });

  it('are in the report as they are', async () => {
    const { recording, channels } = await recorded('rgb8', as('jpeg'));
    const [, latest] = [...recording.messages({ channels, toNs: 0.45e9 })].slice(-2);
    const { data } = recording.decode(channels[0], latest.data) as CompressedImage;
    expect(imageFigures(recording, [{ title: 't', of: 'camera.image', at: [0.45], overlay: [], doc: '' }])).toContain(
      `src="data:image/jpeg;base64,${Buffer.from(data).toString('base64')}"`,
    );
    expect(imageFigures(recording, [])).toContain('data:image/jpeg;base64,');
  });
});

describe('a scenario', () => {
  it('records images raw and once a second where it says nothing, and says it for all cameras at once', async () => {
    const kept = async (more: object) => {
      const { recording, channels } = await recorded('rgb8', { ...more, duration: 2 });
      return channels.map((channel) => [channel.topic, [...recording.messages({ channels: [channel] })].length]);
    };
    expect(await kept({})).toEqual([['/camera/image', 2]]);
    expect(await kept({ recordImages: 'jpeg' })).toEqual([['/camera/image/compressed', 2]]);
    expect(await kept({ recordImages: { as: 'png', rateHz: 5 } })).toEqual([['/camera/image/compressed', 10]]);
    expect(await kept({ record: ['camera.image'], recordImages: 'png' })).toEqual([['/camera/image/compressed', 20]]);
    expect(await kept({ ...as('raw'), recordImages: 'png' })).toEqual([['/camera/image', 20]]);
  });

  it.each([
    [
      { record: [{ signal: 'a.count', as: 'png' }] },
      'record[0].as: expected a sensor_msgs/msg/Image, but a.count is a',
    ],
    [as('png', { quality: 50 }), 'record[0].quality: is of jpeg, and images are kept as png here'],
    [{ recordImages: { quality: 50 } }, 'recordImages.quality: is of jpeg, and images are kept as raw here'],
    [as('jpeg', { quality: 101 }), 'record[0].quality'],
    [as('gif'), 'record[0].as'],
  ])('that asks for what cannot be is refused: %j', (more, sentence) => {
    const { blocks, ...rest } = documentOf('rgb8', more);
    const document = { ...rest, blocks: { ...blocks, a: { type: 'test/counter', period: 0.1 } } };
    expect(() => checkScenario(document, catalog)).toThrow(sentence);
  });
});
