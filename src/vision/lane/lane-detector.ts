/**
 * Lane detector: polynomials of the lane ahead from a camera picture.
 *
 *   picture → bird's-eye view → paint → lines → y(x) = c₀ + c₁ x + c₂ x² + c₃ x³ of left line, right line and centre
 *
 * By default the view follows from lens and mount, so that the polynomials are exact in `frame`, and the search is
 * robust (`search.ts`): it lives through noise, shadows, glare, gaps, and one missing line. With the parameters of
 * `scenarios/monosim/mpc-released.yaml` it is MonoSIM's released detector instead, with its matrix, scales and sliding
 * windows, in that code's own frame.
 *
 * State: the sequence of the last picture, and the last centre for as long as `lane.memory`. Without a lane in sight,
 * `detected` is false, confidence is 0 and the polynomials keep their values.
 * Valid on flat ground. Checked against: rendered roads of known curvature; numpy and OpenCV for the released steps.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { CameraInfo, copyTime, Image, Lane, timeToNs } from '../../msgs/index.ts';
import { LaneFinders } from './calibrated-pipeline.ts';
import { laneInspection } from './lane-inspection.ts';
import type { LaneParams } from './params.ts';
import { checkLaneParams, laneParams } from './params.ts';
import { nothingSeen } from './write-lane.ts';
import { encodingOf } from '../../camera-model/encoding.ts';

const findersOf = derivedFrom((params: LaneParams) => new LaneFinders(params, {}));

export const laneDetector = defineBlock({
  type: 'vision/lane-detector',
  doc: 'Finds the lane in a camera picture and publishes it as polynomials.',
  params: laneParams,
  defaultPeriod: 0.1,
  inputs: { image: Image, camera_info: optionalInput(CameraInfo) },
  outputs: { lane: occasionalOutput(Lane) },
  inspection: laneInspection,
  cost: () => 3e-4,
  check: checkLaneParams,
  init: () => ({ sequence: 0, hasLast: false, lastNs: 0, last: new Float64Array(4) }),
  step(params, state, { image, camera_info: info }, { lane }) {
    if (image.sequence === state.sequence) return;
    state.sequence = image.sequence;
    const picture = image.value;
    const message = lane.value;
    const encoding = encodingOf(picture);
    const nowNs = timeToNs(picture.header.stamp);
    const remembers = state.hasLast && nowNs - state.lastNs <= params.lane.memory * 1e9;
    if (encoding === undefined) {
      nothingSeen(message);
    } else {
      const finder = findersOf(params).of(picture, info);
      finder.find(picture.data, picture.step, encoding, remembers ? state.last : undefined, message);
    }
    copyTime(message.header.stamp, picture.header.stamp);
    message.header.frame_id = params.frame;
    if (message.detected) {
      state.last.set(message.centre);
      state.lastNs = nowNs;
      state.hasLast = true;
    }
    lane.publish = true;
  },
});
