/**
 * What Skidpad costs, measured in one run on one machine. Every figure stands beside a yardstick measured in the same
 * run, because machines differ and are busy: read the ratios. The best of several rounds counts.
 */
import { tuneEngine } from '../src/hosts/engine-tuning.ts';
import { detectorTimes, frameRate, monosimLoop } from './camera-loop.ts';
import { allocationPerTick, plainArithmetic, realTimeFactor, recordingCost, workerFactor } from './loop.ts';
import { priusFactor } from './prius.ts';
import { commandTimes } from './start-up.ts';

tuneEngine();
const rows: [what: string, figure: string, target: string][] = [];
const note = (what: string, figure: string, target = '') => {
  rows.push([what, figure, target]);
  console.log(`${what.padEnd(72)} ${figure.padStart(22)}   ${target}`);
};
const times = (factor: number) => `${Math.round(factor)} × real time`;

const yardstick = plainArithmetic();
note('yardstick: 100 chained multiply-adds and divisions in plain JavaScript', `${yardstick.toFixed(0)} ns`);

const one = await realTimeFactor('bicycle');
note('one bicycle with dead time at 1 kHz, 100 Hz command block', times(one), '≥ 2500 ×');
note('  as multiples of the yardstick per tick', (1e6 / one / yardstick).toFixed(2));
note('the same with localisation and a closed loop at 50 Hz', times(await realTimeFactor('closedLoop')));
const fleet = await realTimeFactor('fleet');
note('50 bicycles, each with its own 100 Hz command block', times(fleet), '≥ 100 ×');
note('  the same, stepping at 1 kHz and publishing at 100 Hz', times(await realTimeFactor('fleetAt100Hz')), '≥ 100 ×');
note('single-track model, magic-formula tyres, RK4 at 1 kHz', times(await realTimeFactor('singleTrack')));
note('allocation per tick, one bicycle', `${(await allocationPerTick()).toFixed(1)} bytes`, 'almost none');
note('100 Hz command block in a worker thread', times(await workerFactor()), '≥ 400 ×');
const { factor, mpcMedian, mpcP99 } = await monosimLoop();
note('MonoSIM: 640 × 480 camera, lane detection and MPC at 10 Hz', times(factor), '≥ 25 ×');
note('  an MPC step, Np 20, Nc 10, median and p99', `${(mpcMedian * 1e6).toFixed(0)} and ${(mpcP99 * 1e6).toFixed(0)} µs`, '≤ 300 µs');
note('800 × 800 pictures of MonoSIM\'s track', `${Math.round(frameRate('monosim-track00', { x: 2, z: 0.83, pitch: 0.5236 }, Infinity))} per second`, '≥ 250');
note('800 × 800 pictures of RosDrive\'s track with 19 pickups', `${Math.round(frameRate('rosdrive-obstacles', { x: 1.85, z: 3, pitch: 0.05 }, 30))} per second`, '≥ 250');
const { ours, opencv } = detectorTimes();
note('MonoSIM\'s lane pipeline on one picture', `${ours.toFixed(2)} ms`);
note('  as a multiple of OpenCV\'s Python', opencv === undefined ? 'no OpenCV here' : `${(ours / opencv).toFixed(2)} (${opencv.toFixed(2)} ms)`, '≤ 1.5');
note('Prius with cruise control and six sonars among 19 pickups', times(await priusFactor('sonars', 3_000)), '≥ 300 ×');
note('Prius with the 800 × 800 camera at 30 Hz and the line follower', times(await priusFactor('camera', 1_000)), '≥ 5 ×');
note('Prius with 512 × 16 lidar at 10 Hz among 19 pickups', times(await priusFactor('lidar', 2_000)), '≥ 10 ×');
const { unrecorded, recorded, perMessage } = await recordingCost();
note('recording odometry, tf, joint states and commands at 50 Hz costs', `${((1 - recorded / unrecorded) * 100).toFixed(1)} %`, '≤ 20 %');
note('  with and without', `${Math.round(recorded)} and ${Math.round(unrecorded)} ×`);
note('  per recorded message', `${perMessage.toFixed(0)} ns`);
for (const [what, milliseconds, target] of commandTimes()) note(what, `${milliseconds.toFixed(0)} ms`, target);
