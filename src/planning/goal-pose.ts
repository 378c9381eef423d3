/**
 * A goal that somebody chooses, as RViz's "2D Goal Pose" publishes it on /goal_pose: told at a time of the scenario, and again whenever
 * its parameters are turned while the loop runs. What a person chose is a list of changes, and so it can be repeated exactly.
 */
import { defineBlock, occasionalOutput } from '../core/block.ts';
import { fixed, param, text } from '../core/schema.ts';
import { quaternionFromYawInto } from '../math/pose2.ts';
import { PoseStamped, setTime } from '../msgs/index.ts';

export const goalPose = defineBlock({
  type: 'planning/goal-pose',
  doc: 'A goal that a person or the scenario chooses; turn its parameters to choose another.',
  defaultPeriod: 0.1,
  params: {
    x: param(0, 'm', 'where to; a point in the wanted slot'),
    y: param(0, 'm', 'where to'),
    heading: param(0, 'rad', 'which way to look there, where that matters'),
    at: fixed(param(-1, 's', 'when it is told; before 0 only once it has been turned')),
    frame: fixed(text('odom', 'frame of the goal')),
  },
  inputs: {},
  outputs: { goal: occasionalOutput(PoseStamped) },
  init: ({ x, y, heading }) => ({ x, y, heading, isTold: false }),
  step({ x, y, heading, at, frame }, state, _inputs, { goal }, time) {
    const isTurned = x !== state.x || y !== state.y || heading !== state.heading;
    const isDue = !state.isTold && at >= 0 && time.now >= at;
    if (!isTurned && !isDue) return;
    state.isTold ||= isDue;
    [state.x, state.y, state.heading] = [x, y, heading];
    const { header, pose } = goal.value;
    setTime(header.stamp, time.nowNs);
    header.frame_id = frame;
    [pose.position.x, pose.position.y] = [x, y];
    quaternionFromYawInto(heading, pose.orientation);
    goal.publish = true;
  },
});
