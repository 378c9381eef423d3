/** What every block promises about its parameters: all but the fixed ones can be turned while it runs, and then do what they say. */
import { describe, expect, it } from 'vitest';
import { blocks as all } from '../../src/catalog.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import type { Fields, Schema } from '../../src/core/schema.ts';
import type { Verdict } from './turned-parameters.ts';
import { turnAll } from './turned-parameters.ts';

/** Blocks that have a step of their own. */
const blocks = all.filter(({ external }) => external !== true);

const surveys = new Map<AnyBlock, ReadonlyMap<string, Verdict>>();
/** Made once for all tests of a block. */
function surveyOf(block: AnyBlock): ReadonlyMap<string, Verdict> {
  let survey = surveys.get(block);
  if (survey === undefined) surveys.set(block, (survey = turnAll(block)));
  return survey;
}

const tunable = (block: AnyBlock): [path: string, verdict: Verdict][] =>
  [...surveyOf(block)].filter(([, { isFixed }]) => !isFixed);

describe.each(blocks.map((block) => [block.type, block] as const))('%s', (_type, block) => {
  it('keeps its promises while any parameter is turned', () => {
    expect(tunable(block).flatMap(([, { broken }]) => broken)).toEqual([]);
  });

  it('follows every parameter that is not fixed, when it is turned as when it was so from the start', () => {
    const ignored = tunable(block).filter(([, { ignoredIn }]) => ignoredIn.length > 0);
    expect(ignored.map(([path, { ignoredIn }]) => `${path} in example ${ignoredIn.join(', ')}`)).toEqual([]);
  });
});

/** Paths of the parameters that cannot be turned. */
const fixedIn = (fields: Fields, path: string): string[] =>
  Object.entries(fields).flatMap(([name, schema]: [string, Schema]) => {
    const inner = schema.kind === 'optional' ? schema.of : schema;
    if (schema.fixed === true || inner.fixed === true) return [`${path}${name}`];
    if (inner.kind === 'group') return fixedIn(inner.fields, `${path}${name}.`);
    return inner.kind === 'list' && inner.items.kind === 'group'
      ? fixedIn(inner.items.fields, `${path}${name}[].`)
      : [];
  });

it('only these parameters are fixed: where a vehicle starts, how much is remembered, the size of the images that come, the bodies and nodes that ports belong to, queues, buffers, lists of questions, files and when they are played, the cameras and ground of a surround view, how a search begins, when a goal is told, routes and timetables, the map of SLAM, frames of a twin', () => {
  const fixed = Object.fromEntries(
    blocks.map((block) => [block.type, fixedIn(block.params, '')] as const).filter(([, paths]) => paths.length > 0),
  );
  const start = ['x', 'y', 'yaw'];
  const imageSize = [
    'birdsEye.camera.width',
    'birdsEye.camera.height',
    'birdsEye.matrix.imageWidth',
    'birdsEye.matrix.imageHeight',
  ];
  expect(fixed).toEqual({
    'bus/can': ['nodes', 'queueLength'],
    'bus/can-log': ['file', 'at', 'speed', 'ids', 'channel'],
    'bus/dbc-encoder': ['dbc', 'inputs', 'messages', 'faults'],
    'bus/dbc-decoder': ['dbc', 'outputs', 'checks'],
    'bus/restbus': ['dbc', 'nodes', 'messages', 'faults'],
    'bus/gptp-node': ['identity', 'links'],
    'bus/spi': ['frameSize', 'buffer'],
    'bus/uart': ['buffer'],
    'bus/uds-tester': ['questions'],
    'bus/video-injection': ['cameras', 'width', 'height', 'encoding', 'checksum'],
    'control/parking-guard': ['sonars'],
    'control/published-platoon-bus': ['waypoints'],
    'control/published-platoon-follower': ['pidEvery'],
    'control/waypoint-follower': ['file'],
    'planning/delivery': ['buses', 'halts'],
    'planning/goal-pose': ['at', 'frame'],
    'planning/parking': ['search.speed', 'search.distance'],
    'planning/route': ['points', 'laneWidth'],
    'planning/timetable': ['file', 'trip', 'front'],
    'slam/scan-matcher': [
      ...['resolution', 'size', 'levels', 'rays', 'start', 'mount', 'maxRange', 'mapDistance', 'mapTurn', 'mapPeriod'],
      ...['sigma', 'published', 'deskew', 'speedNoise', 'yawRateNoise', 'gyroNoise', 'biasWalk'],
      ...['acceleration', 'yawAcceleration', 'frame'],
    ],
    'twin/predictor': ['assumedDelay', 'maxDelay', 'frame', 'childFrame'],
    'vehicle/bicycle': start,
    'vehicle/differential': start,
    'vehicle/omni': start,
    'vehicle/single-track': start,
    'vehicle/four-wheel': ['brakes.handbrake', ...start, 'speed'],
    'vehicle/longitudinal': ['speed', ...start],
    'vision/lane-detector': imageSize,
    'vision/lane-view': imageSize,
    'vision/marking-points': ['weights', 'corners'],
    'vision/vehicles': ['weights'],
    'vision/surround': [
      ...['cameras', 'size', 'extent', 'centre', 'outline'],
      ...['blend', 'border', 'maxAngle', 'supersample', 'tolerance'],
    ],
    'world/lane-probe': ['memory'],
    'world/traffic': ['bodies'],
    'world/walker': start,
  });
});

describe('over all blocks', () => {
  /** They drive only where a car answers them: single messages make them stop. Scenarios of scenarios/apa drive with them, and src/control/parking tests their laws. */
  const needALoop = ['control/parking-tracker', 'control/parking-ecu'];
  const share = (holds: (verdict: Verdict) => boolean): number => {
    const answered = blocks.filter(({ type }) => !needALoop.includes(type));
    const all = answered.flatMap((block) => tunable(block).map(([, verdict]) => verdict));
    return all.filter(holds).length / all.length;
  };

  it('at least 90 % of the tunable parameters were turned', () => {
    expect(share(({ wasTurned }) => wasTurned)).toBeGreaterThanOrEqual(0.9);
  });

  it('at least 80 % of them were seen to matter', () => {
    expect(share(({ matters }) => matters)).toBeGreaterThanOrEqual(0.8);
  });
});
