/**
 * Pictures of boards on the floor around a vehicle whose cameras sit a little elsewhere than intended, for calibrations of known truth.
 */
import type { CameraModel } from '../../camera-model/camera-params.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import { groundToOptical } from '../../camera-model/ground.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { opticalAxes } from '../../camera-model/mount.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { MarkerBits } from './board-pattern.ts';
import { boardPattern } from './board-pattern.ts';
import type { BoardPose } from './board-pose.ts';
import type { GreyImage } from './grey-image.ts';
import { pixelRays, renderBoard } from './render-board.ts';
import type { RigPlace, SurroundRig } from './surround-rig.ts';
import { rigBoard } from './surround-rig.ts';

/** How the floor pictures of a rig are spoilt. */
export interface RigRequest {
  readonly seed: number;
  readonly blur: number;
  readonly noise: number;
  readonly markers?: MarkerBits;
}

const BOARD = { kind: 'chessboard', columns: 8, rows: 5, square: 0.1, dictionary: 'DICT_4X4_50' } as const;
/** Where boards lie as seen from below a camera: distance [m] and bearing from where it looks [rad]. */
const PLACES = [
  [1.1, 0],
  [1.5, 0.6],
  [1.5, -0.6],
] as const;
const NAMES = ['front', 'left', 'rear', 'right'];

/** Three places of a board before each camera, one picture of each. */
export function exampleRig(cameras: readonly CameraModel[]): SurroundRig {
  const named = cameras.map((camera, i) => ({ name: NAMES[i] ?? `camera${i + 1}`, ...camera }));
  const shots = named.flatMap(({ name, mount }) =>
    PLACES.map(([distance, bearing], n) => {
      const towards = mount.yaw + bearing;
      const middle = [mount.x + distance * cos(towards), mount.y + distance * sin(towards)];
      // rows run to the right as the camera sees them, the first one farthest away
      const yaw = mount.yaw - Math.PI / 2;
      const [along, across] = [((BOARD.columns - 1) * BOARD.square) / 2, ((BOARD.rows - 1) * BOARD.square) / 2];
      const x = middle[0] - along * cos(yaw) - across * sin(yaw);
      const y = middle[1] - along * sin(yaw) + across * cos(yaw);
      return { camera: name, place: { name: `${name}-${n + 1}`, x, y, yaw } };
    }),
  );
  return {
    board: BOARD,
    places: shots.map(({ place }) => place),
    cameras: named,
    pictures: shots.map(({ camera, place }) => ({ file: `${place.name}.png`, camera, place: place.name })),
  };
}

/** A mount as it may come out of a workshop: off by up to 2 cm and 1.5° each way. */
export function knockedMounts(cameras: readonly CameraModel[], seed: number): Mount[] {
  const random = createStream(seed, 'surround/mounts');
  const [far, turned] = [0.02, (1.5 * Math.PI) / 180];
  const off = (most: number): number => uniformBetween(random, -most, most);
  return cameras.map(({ mount: { x, y, z, roll, pitch, yaw } }) => ({
    x: x + off(far),
    y: y + off(far),
    z: z + off(far),
    roll: roll + off(turned),
    pitch: pitch + off(turned),
    yaw: yaw + off(turned),
  }));
}

/** One picture after the other, by cameras at these mounts. */
export function* renderRig(
  rig: SurroundRig,
  mounts: readonly Mount[],
  { seed, blur, noise, markers }: RigRequest,
): Generator<{ readonly file: string; readonly image: GreyImage }> {
  const pattern = boardPattern(rigBoard(rig), markers);
  for (const [i, camera] of rig.cameras.entries()) {
    const rays = pixelRays(lensOf(camera));
    for (const { file, place } of rig.pictures.filter((picture) => picture.camera === camera.name)) {
      const pose = boardPoseAt(mounts[i], rig.places.find(({ name }) => name === place)!);
      const random = createStream(seed, `surround/noise/${file}`);
      yield { file, image: renderBoard(rays, pose, pattern, { blur, noise, shade: 0.2, random }) };
    }
  }
}

/** A board on the floor as seen from a camera: its x along `yaw`, its y to the right of that, its z down. */
function boardPoseAt(mount: Mount, { x, y, yaw }: RigPlace): BoardPose {
  const a = opticalAxes(mount);
  const [c, s] = [cos(yaw), sin(yaw)];
  const rotation = new Float64Array(9);
  for (let i = 0; i < 9; i += 3) rotation.set([a[i] * c + a[i + 1] * s, a[i] * s - a[i + 1] * c, -a[i + 2]], i);
  const translation = new Float64Array(3);
  groundToOptical(mount)(x, y, translation);
  return { rotation, translation };
}
