/** Sets of pictures to a receiver and back, in every way there is, in turns. */
import { videoInjection } from '../../src/bus/video/video-injection.ts';
import { hosted, CONTEXT, publish, release } from '../../src/hosts/fixtures/test-rig.ts';
import { openVideoHost } from '../../src/hosts/video/video-host.ts';
import { FrameMemory } from '../../src/math/frame-memory.ts';

interface Format {
  readonly cameras: number;
  readonly width: number;
  readonly height: number;
}

interface Plan {
  readonly sets: number;
  readonly format: Format;
  readonly command: string;
}

/** Four cameras of 1920 × 1080 at 30 Hz, two bytes a pixel [MB/s]. */
const WANTED = (4 * 1920 * 1080 * 2 * 30) / 1e6;
const ROUNDS = 3;

interface Way {
  readonly transport: 'socket' | 'shared-memory';
  readonly checksum: boolean;
  readonly underWay: number;
}
const WAYS: readonly Way[] = (['socket', 'shared-memory'] as const).flatMap((transport) =>
  [true, false].flatMap((checksum) => [1, 2].map((underWay) => ({ transport, checksum, underWay }))),
);

/** Wall time of one set [ms]. */
async function timeOf({ sets, format, command }: Plan, { transport, checksum, underWay }: Way): Promise<number> {
  const block = hosted(videoInjection, { params: { ...format, checksum }, depth: underWay });
  const { width, height } = format;
  const memory = new FrameMemory();
  const pictures = Array.from({ length: format.cameras }, () => memory.allocate(2 * width * height).fill(77));
  const params = { command, address: undefined, transport, hostClock: 'simulated' } as const;
  const host = await openVideoHost(block, params, { ...CONTEXT, frames: memory, timeLimit: 60 });
  const handOver = (activation: number): void => {
    pictures.forEach((data, camera) =>
      publish(block, `images[${camera}]`, activation, (image) => {
        Object.assign(image, { width, height, step: 2 * width, encoding: 'yuv422', data });
        image.header.stamp.sec = activation;
      }),
    );
    release(host, block, activation);
  };
  // until every place has been used
  for (let i = 1; i <= 4; i++) {
    handOver(i);
    await host.finish();
  }
  const start = performance.now();
  for (let i = 0; i < sets + underWay - 1; i++) {
    if (i < sets) handOver(i + 5);
    if (i >= underWay - 1) await host.finish();
  }
  const took = performance.now() - start;
  await host.close();
  return took / sets;
}

export async function measure(plan: Plan): Promise<string[]> {
  const { cameras, width, height } = plan.format;
  const megabytes = (cameras * width * height * 2) / 1e6;
  const times = WAYS.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, way] of WAYS.entries()) times[i].push(await timeOf(plan, way));
  const rows = WAYS.map(({ transport, checksum, underWay }, i) => {
    const [least, median, most] = times[i].sort((a, b) => a - b);
    const rate = (megabytes / median) * 1000;
    const name = `${transport}, ${checksum ? 'checksums' : 'none'}, ${underWay} under way`;
    return `${name.padEnd(42)}${median.toFixed(2).padStart(8)} ms a set (${least.toFixed(2)} to ${most.toFixed(2)}) ${rate.toFixed(0).padStart(6)} MB/s`;
  });
  const what = `${cameras} × ${width} × ${height}, ${megabytes.toFixed(1)} MB a set, ${plan.sets} sets, median of ${ROUNDS}`;
  return [`${what}; four 1920 × 1080 at 30 Hz are ${WANTED.toFixed(0)} MB/s`, ...rows];
}
