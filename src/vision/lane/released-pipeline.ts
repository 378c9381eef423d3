/** MonoSIM's released lane pipeline as one function, for measuring it beside OpenCV. */
import { group, parse } from '../../core/schema.ts';
import { Lane } from '../../msgs/index.ts';
import { openLaneFinder } from './pipeline.ts';
import { laneParams, releasedParams } from './params.ts';

/** Makes the function from a bgr8 picture of 640 × 480 to its lane; the message is written anew by each call. */
export function releasedPipeline(): (bgr: Uint8Array) => Lane {
  const finder = openLaneFinder(parse(group(laneParams, ''), releasedParams, ''), undefined);
  const lane = Lane.create();
  return (bgr) => {
    finder.find(bgr, 3 * 640, 'bgr8', undefined, lane);
    return lane;
  };
}
