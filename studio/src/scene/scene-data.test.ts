import { describe, expect, it } from 'vitest';
import { History } from '../players/history.ts';
import type { Frame, Topic } from '../players/player.ts';
import { lanePoints, pathPoints, poseOfMessage } from './ahead-lines.ts';
import { DrawQuality } from './draw-quality.ts';
import { FrameTree } from './frame-tree.ts';
import { cloudPoints, scanPoints } from './point-decoding.ts';
import { nextObstacleName, pushSpeed } from './pointer-tools.ts';
import { yawOf } from './pose-source.ts';
import { SceneModel } from './scene-model.ts';
import { sceneSettings } from './scene-settings.ts';
import { displayRate } from './scene-stage.ts';

const turn = (yaw: number) => ({ x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
const topic = (name: string, type: string): Topic => ({ id: name, name, type, fields: [], bulky: false });
const frame = (time: number, messages: Record<string, unknown>): Frame => ({
  time,
  messages: new Map(Object.entries(messages).map(([id, message]) => [id, { message, time, sequence: 1 }])),
});
const transform = (parent: string, child: string, x: number, y: number, yaw: number) => ({
  header: { frame_id: parent },
  child_frame_id: child,
  transform: { translation: { x, y, z: 0.5 }, rotation: turn(yaw) },
});

describe('points of lidars', () => {
  it('are the returns of a scan, left of the sensor for positive angles', () => {
    const out = new Float32Array(12);
    const scan = {
      angle_min: 0,
      angle_increment: Math.PI / 2,
      range_min: 0.1,
      range_max: 10,
      ranges: [2, 3, Infinity, 0.05],
    };
    expect(scanPoints(scan, out)).toBe(2);
    expect([...out.slice(0, 6)].map((value) => Math.round(value * 1e5) / 1e5)).toEqual([2, 0, 0, 0, 3, 0]);
  });

  it('are read from a cloud whatever its layout, without those that are no numbers, thinned where there is no room', () => {
    const fields = [
      { name: 'intensity', offset: 0, datatype: 7 },
      { name: 'x', offset: 4, datatype: 7 },
      { name: 'y', offset: 8, datatype: 7 },
      { name: 'z', offset: 12, datatype: 7 },
    ];
    const data = new Uint8Array(4 * 20);
    const view = new DataView(data.buffer);
    for (let i = 0; i < 4; i++)
      [9, i === 1 ? NaN : i, 10 * i, 100 * i].forEach((value, k) => view.setFloat32(20 * i + 4 * k, value, false));
    const cloud = { width: 2, height: 2, point_step: 20, row_step: 40, is_bigendian: true, fields, data };
    const out = new Float32Array(12);
    expect(cloudPoints(cloud, out)).toBe(3);
    expect([...out.slice(0, 9)]).toEqual([0, 0, 0, 2, 20, 200, 3, 30, 300]);
    expect(cloudPoints(cloud, new Float32Array(6))).toBe(2);
    expect(cloudPoints({ ...cloud, fields: [] }, out)).toBe(0);
  });
});

describe('what lies ahead', () => {
  it('lies where the vehicle was at the stamp, not where it is now', () => {
    const history = new History();
    history.declare('/state', ['x', 'y', 'yaw']);
    history.add('/state', 0, [0, 0, Math.PI / 2]);
    history.add('/state', 1, [0, 10, Math.PI / 2]);
    const vehicle = {
      topics: { pose: { id: '/state' } },
      historyFields: { x: 'x', y: 'y', yaw: 'yaw' },
      track: { pose: { x: 99, y: 99, yaw: 0 } },
    };
    const at = poseOfMessage({ frame_id: 'base_link', stamp: { sec: 0, nanosec: 5e8 } }, vehicle as never, history);
    const points: number[][] = [];
    pathPoints({ poses: [{ pose: { position: { x: 3, y: 1 } } }] }, at, 10, (_i, x, y) => points.push([x, y]));
    // 3 m ahead is north, 1 m left is west
    expect(points[0][0]).toBeCloseTo(-1, 9);
    expect(points[0][1]).toBeCloseTo(8, 9);
    expect(poseOfMessage({ frame_id: 'map', stamp: { sec: 0, nanosec: 0 } }, vehicle as never, history)).toMatchObject({
      x: 0,
      y: 0,
      yaw: 0,
    });
  });

  it('follows the polynomials of a lane, and shows none that is not detected', () => {
    const lane = {
      detected: true,
      x_min: 1,
      x_max: 3,
      left: [1, 0, 0.5, 0],
      right: [0, 0, 0, 0],
      centre: [0, 0, 0, 0],
    };
    const points: number[][] = [];
    const put = (_i: number, x: number, y: number) => void points.push([x, y]);
    expect(lanePoints(lane, 'left', { x: 0, y: 0, yaw: 0, roll: 0, pitch: 0 }, 3, put)).toBe(3);
    expect(points).toEqual([
      [1, 1.5],
      [2, 3],
      [3, 5.5],
    ]);
    expect(lanePoints({ ...lane, detected: false }, 'left', { x: 0, y: 0, yaw: 0, roll: 0, pitch: 0 }, 3, put)).toBe(0);
  });
});

describe("somebody else's data", () => {
  it('has frames by their chain of transforms', () => {
    const tree = new FrameTree();
    tree.add(
      { transforms: [transform('map', 'odom', 10, 0, Math.PI / 2), transform('/odom', 'base_link', 2, 0, 0.1)] },
      0,
    );
    const out = { x: 0, y: 0, z: 0, yaw: 0 };
    expect(tree.locate('base_link', out)).toBe(true);
    expect([out.x, out.y, out.z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([10, 2, 1]);
    expect(out.yaw).toBeCloseTo(Math.PI / 2 + 0.1, 12);
  });

  it('does not hang on frames that go round in circles', () => {
    const tree = new FrameTree();
    tree.add({ transforms: [transform('a', 'b', 1, 0, 0), transform('b', 'a', 1, 0, 0)] }, 0);
    expect(tree.locate('a', { x: 0, y: 0, z: 0, yaw: 0 })).toBe(false);
  });

  it('shows a plain car at every odometry', () => {
    const model = new SceneModel();
    model.setScenario(undefined);
    model.setTopics([topic('/odom', 'nav_msgs/msg/Odometry'), topic('/scan', 'sensor_msgs/msg/LaserScan')]);
    const odometry = {
      pose: { pose: { position: { x: 4, y: 5 }, orientation: turn(-3) } },
      twist: { twist: { linear: { x: 1, y: 0 }, angular: { z: 0 } } },
    };
    model.update(frame(0, { '/odom': odometry }), 0, 0);
    expect(model.vehicles.map(({ spec, track }) => [spec.name, track.pose.x, track.pose.y])).toEqual([['odom', 4, 5]]);
    expect(model.vehicles[0].track.pose.yaw).toBeCloseTo(-3, 9);
  });

  it('shows base_link from tf alone, and bodies of a traffic topic', () => {
    const model = new SceneModel();
    model.setScenario(undefined);
    model.setTopics([topic('/tf', 'tf2_msgs/msg/TFMessage'), topic('/bodies', 'skidpad_msgs/msg/Bodies')]);
    const body = {
      name: 'lead',
      x: 7,
      y: 0,
      yaw: 0,
      vx: 0,
      vy: 0,
      yaw_rate: 0,
      front: 3,
      rear: 1,
      half_width: 0.9,
      bottom: 0.1,
      top: 1.4,
      red: 9,
      green: 8,
      blue: 7,
    };
    model.update(
      frame(0, { '/tf': { transforms: [transform('map', 'base_link', 1, 2, 0)] }, '/bodies': { bodies: [body] } }),
      0,
      0,
    );
    expect(model.vehicles.map(({ spec, track }) => [spec.name, track.pose.x])).toEqual([
      ['lead', 7],
      ['base_link', 1],
    ]);
    expect(model.vehicles[0].spec.colour).toEqual([9, 8, 7]);
  });

  it('has headings from quaternions', () => {
    for (const yaw of [-3.1, -1, 0, 0.5, 3.1]) expect(yawOf(turn(yaw))).toBeCloseTo(yaw, 12);
  });
});

describe('settings and tools', () => {
  it('complete whatever was kept', () => {
    expect(sceneSettings(undefined)).toEqual({
      view: 'follow',
      layers: { paths: true, sensors: true, labels: true, grid: true },
    });
    expect(sceneSettings({ view: 'sideways', layers: { grid: false }, vehicle: 'car2' })).toEqual({
      view: 'follow',
      layers: { paths: true, sensors: true, labels: true, grid: false },
      vehicle: 'car2',
    });
  });

  it('name obstacles by the first free number', () => {
    expect(nextObstacleName(['wall', 'obstacle 1', 'obstacle 3'])).toBe('obstacle 2');
  });

  it('push with the length of the drag, up to a limit', () => {
    expect(pushSpeed(0, 4.5)).toBe(0);
    expect(pushSpeed(3.6, 4.5)).toBeCloseTo(2.5, 12);
    expect(pushSpeed(100, 0.5)).toBe(5);
  });

  it('run on as fast as the run does, and stand still with it', () => {
    expect(displayRate({ state: 'paused', speed: 1, realTimeFactor: 1 })).toBe(0);
    expect(displayRate({ state: 'running', speed: 2, realTimeFactor: 0 })).toBe(2);
    expect(displayRate({ state: 'running', speed: Infinity, realTimeFactor: 31 })).toBe(31);
  });

  it('draw coarser only where pictures stay slow, and never finer again by itself', () => {
    const quality = new DrawQuality();
    for (let k = 0; k < 200; k++) expect(quality.note(1 / 60)).toBe(false);
    // a tab that was away is no slow machine
    expect(quality.note(30)).toBe(false);
    let changes = 0;
    for (let k = 0; k < 1000; k++) if (quality.note(0.2)) changes++;
    expect(changes).toBe(3);
    expect(quality.quality).toEqual({ pixelRatio: 0.75, shadows: false });
    for (let k = 0; k < 200; k++) quality.note(1 / 60);
    expect(quality.quality.shadows).toBe(false);
  });
});
