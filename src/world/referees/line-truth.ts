/**
 * The line that an ideal detector would find: the centre line of the track as the vehicle's camera shows it, between two distances ahead.
 *
 * Walks along the track from the place beside the camera and keeps the first stretch that lies between `near` and `far` and inside the picture; its two ends
 * are the line. A detector that averages the segments of Hough's transform sees about the same on a straight, and a shorter line in a bend. Where nothing is
 * in sight `detected` is false and the last line is repeated, as RosDrive does. Solids do not hide anything here.
 *
 * The lens is a pinhole without distortion, so that the edges of the picture are planes through the camera.
 *
 * Reads the truth: for learning about controllers without perception. Checked against: the lens of camera-model/lens.ts.
 */
import { cameraParams, groundCameraProblem, lensOf } from '../../camera-model/camera-params.ts';
import { groundToOptical, groundToPixel } from '../../camera-model/ground.ts';
import { isUndistorted } from '../../camera-model/lens.ts';
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, param } from '../../core/schema.ts';
import { cos, sin } from '../../math/trig.ts';
import type { LineCoords as Line } from '../../msgs/index.ts';
import { copyTime, LineCoords, VehicleState } from '../../msgs/index.ts';
import type { Track } from '../track/track.ts';
import { createTrackPoint, pointAt } from '../track/track.ts';
import { nearest } from '../track/nearest.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';

const params = {
  world: worldParams,
  camera: cameraParams,
  near: param(11.4, 'm', 'nearest place that is looked at, ahead of the camera; smaller follows bends more closely', {
    above: 0,
  }),
  far: param(30, 'm', "farthest place; RosDrive's camera shows nothing beyond 30 m", { above: 0 }),
  ends: choice(
    'columns',
    ['columns', 'distance'],
    'which end is (x2, y2): the one further right, as OpenCV sorts them, or the farther one',
  ),
};
type Params = FieldValues<typeof params>;

/** Step along the track and the longest walk [m]. */
const STEP = 0.5;
const LONGEST = 60;

interface View {
  readonly fx: number;
  /** From the optical axis to the left and to the right edge of the picture [px]. */
  readonly left: number;
  readonly right: number;
  /** From places ahead and left of the point below the camera. */
  readonly toOptical: ReturnType<typeof groundToOptical>;
  readonly toPixel: ReturnType<typeof groundToPixel>;
}
const viewOf = derivedFrom<Params, View>(({ camera }) => {
  const lens = lensOf(camera);
  const mount = { ...camera.mount, x: 0, y: 0 };
  return {
    fx: lens.fx,
    left: lens.cx + 0.5,
    right: lens.width - 0.5 - lens.cx,
    toOptical: groundToOptical(mount),
    toPixel: groundToPixel(lens, mount),
  };
});

const point = createTrackPoint();
/** x, y of the near and of the far end of what is in sight [m], and what is left of the current step: from, to. */
const seen = new Float64Array(4);
const part = new Float64Array(2);
/** Both ends of the step in the optical frame: right, down, forward [m]. */
const begin = new Float64Array(3);
const end = new Float64Array(3);
/** Pixels of both ends of the line. */
const first = new Float64Array(2);
const second = new Float64Array(2);

/** Keeps of the step only where a + t (b − a) ≥ 0. */
function cut(a: number, b: number): void {
  if (a >= 0 && b >= 0) return;
  if (a < 0 && b < 0) part[1] = -1;
  else if (a < 0) part[0] = Math.max(part[0], a / (a - b));
  else part[1] = Math.min(part[1], a / (a - b));
}

/** part ← where the step between two places on the ground is in sight. */
function clip({ near, far }: Params, view: View, x0: number, y0: number, x1: number, y1: number): void {
  part[0] = 0;
  part[1] = 1;
  cut(x0 - near, x1 - near);
  cut(far - x0, far - x1);
  // the edges of the picture, as planes through the camera
  view.toOptical(x0, y0, begin);
  view.toOptical(x1, y1, end);
  cut(view.left * begin[2] + view.fx * begin[0], view.left * end[2] + view.fx * end[0]);
  cut(view.right * begin[2] - view.fx * begin[0], view.right * end[2] - view.fx * end[0]);
}

/** seen ← the first stretch in sight; false when there is none. */
function look(own: Params, track: Track, x: number, y: number, yaw: number, from: number): boolean {
  const [cosYaw, sinYaw] = [cos(yaw), sin(yaw)];
  const view = viewOf(own);
  let found = false;
  let x0 = 0;
  let y0 = 0;
  for (let k = 0; k * STEP <= LONGEST; k++) {
    pointAt(track, from + k * STEP, point);
    const x1 = cosYaw * (point.x - x) + sinYaw * (point.y - y);
    const y1 = cosYaw * (point.y - y) - sinYaw * (point.x - x);
    if (k > 0) {
      clip(own, view, x0, y0, x1, y1);
      const isSeen = part[1] > part[0];
      if (found && !isSeen) break;
      if (isSeen && !found) {
        seen[0] = x0 + part[0] * (x1 - x0);
        seen[1] = y0 + part[0] * (y1 - y0);
        found = true;
      }
      if (isSeen) {
        seen[2] = x0 + part[1] * (x1 - x0);
        seen[3] = y0 + part[1] * (y1 - y0);
        if (part[1] < 1) break;
      }
    }
    x0 = x1;
    y0 = y1;
  }
  return found;
}

/** Writes the two ends of the line, and what RosDrive derives from them. */
function writeLine(line: Line, x1: number, y1: number, x2: number, y2: number): void {
  const dx = x2 - x1;
  const dy = y2 - y1;
  line.x1 = x1;
  line.y1 = y1;
  line.x2 = x2;
  line.y2 = y2;
  line.dif_x = dx;
  line.dif_y = dy;
  // a vertical line has slope 0 there
  line.slope = dx === 0 ? 0 : dy / dx;
  line.length = Math.sqrt(dx * dx + dy * dy);
  line.intercept = y1 - line.slope * x1;
}

export const lineTruth = defineBlock({
  type: 'world/line-truth',
  doc: 'The line that an ideal detector would find in the picture: the centre line of the track between two distances ahead.',
  params,
  defaultPeriod: 1 / 30,
  inputs: { state: VehicleState },
  outputs: { line: LineCoords },

  check({ world, camera, near, far }) {
    if (far <= near) return ['far', `expected more than near, ${near} m, got ${far}`];
    if (!isUndistorted(camera.lens)) return ['camera.lens', 'expected a pinhole without distortion'];
    return (
      groundCameraProblem('camera', camera) ??
      worldProblem(world) ??
      (world.track === undefined ? ['world.track', 'expected a track to look at'] : undefined)
    );
  },

  init: () => ({ place: createTrackPoint() }),

  step(own, { place }, { state }, { line }) {
    const { track } = worldOf(own.world);
    if (track === undefined || state.sequence === 0) {
      line.publish = false;
      return;
    }
    const { stamp, x, y, yaw } = state.value;
    const { x: ahead, y: aside } = own.camera.mount;
    const eyeX = x + ahead * cos(yaw) - aside * sin(yaw);
    const eyeY = y + ahead * sin(yaw) + aside * cos(yaw);
    nearest(track, eyeX, eyeY, place.index, place);
    const { value } = line;
    copyTime(value.header.stamp, stamp);
    value.detected = look(own, track, eyeX, eyeY, yaw, place.s);
    if (!value.detected) return;
    const view = viewOf(own);
    view.toPixel(seen[0], seen[1], first);
    view.toPixel(seen[2], seen[3], second);
    if (own.ends === 'distance' || first[0] <= second[0]) writeLine(value, first[0], first[1], second[0], second[1]);
    else writeLine(value, second[0], second[1], first[0], first[1]);
  },
});
