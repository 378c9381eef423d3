/** The other readers of what people bring: camera files, ROS parameter files, pictures, quantities, and links of the studio. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLink, encodeLink } from '../../studio/src/app/share/share-link.ts';
import { memoryFiles } from '../../src/scenario/files.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { parseYaml } from '../../src/scenario/yaml.ts';
import type { Tree } from '../../src/core/tree.ts';
import { scenarioFromParamsFile } from '../../src/vehicle/params-file.ts';
import { formatCameraFile, parseCameraFile } from '../../src/vision/calibration/camera-file.ts';
import { greyPng, readGreyPng } from '../../src/vision/calibration/grey-png.ts';
import { integerBelow } from '../../src/math/random.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedBytes, damagedText, drawsOf, oneOf } from './support/mutations.ts';

const camera = formatCameraFile({
  name: 'camera',
  lens: { kind: 'pinhole', width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240, k: [0.1, 0, 0, 0, 0] },
});
const paramsFolder = join(projectRoot, 'test/fixtures/vehicle');
const paramsFiles = readdirSync(paramsFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(join(paramsFolder, name), 'utf8'));
const picture = greyPng({ width: 8, height: 6, data: new Uint8Array(48).fill(100) });

/** The studio says what is wrong with a link in sentences of its own. */
const isLinkRefusal = (error: unknown): boolean => (error as Error).message.startsWith('This link cannot be opened: ');

const readers: readonly ((draws: ReturnType<typeof drawsOf>) => Promise<void>)[] = [
  (draws) => {
    const text = damagedText(draws, camera);
    return attempt(
      () => text,
      () => parseCameraFile(text, 'camera.yaml'),
    );
  },
  (draws) => {
    const text = damagedText(draws, oneOf(draws, paramsFiles));
    return attempt(
      () => text,
      async () => {
        const document = scenarioFromParamsFile(parseYaml(text, 'params.yaml')) as unknown as Tree;
        await loadScenario(memoryFiles({}), { document, path: 'params.yaml' });
      },
    );
  },
  (draws) => {
    const bytes = damagedBytes(draws, picture);
    return attempt(
      () => Buffer.from(bytes).toString('base64'),
      () => readGreyPng(bytes, 'picture.png'),
    );
  },
  async (draws) => {
    const link = await encodeLink({
      path: 'scenarios/dynamics/bicycle.yaml',
      text: 'name: x',
      seed: 3,
      at: 1.5,
      changes: [{ at: 1, block: 'car', params: { x: 1 } }],
    });
    const text = damagedText(draws, link);
    await attempt(
      () => text,
      () => decodeLink(text),
      isLinkRefusal,
    );
  },
];

export const fuzzer: Fuzzer = {
  name: 'readers',
  async run(seed, index) {
    const draws = drawsOf('readers', seed, index);
    await readers[integerBelow(draws, readers.length)](draws);
  },
};
