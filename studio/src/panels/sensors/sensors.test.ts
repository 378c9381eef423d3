import { describe, expect, it } from 'vitest';
import type { Topic } from '../../players/player.ts';
import { radarScale, reachOf, ringStep } from './radar-scale.ts';
import { isFree, toVehicle } from './ranging.ts';
import { sensorVehicles } from './sensor-inventory.ts';

const topic = (name: string, type: string, signal?: string): Topic => ({
  id: name,
  name,
  type,
  fields: [],
  bulky: false,
  ...(signal !== undefined && { signal }),
});

describe('sensors of a scenario', () => {
  const document = {
    blocks: {
      car1: { params: { wheelBase: 2.86, trackFront: 1.5, wheelRadius: 0.3 }, inputs: {} },
      car2: { params: {}, inputs: {} },
      'car1-front_left_sonar': {
        params: { mount: { x: 3.5, y: 0.7, z: 0.5, yaw: 0.1 }, angleMin: -0.1, angleMax: 0.2 },
        inputs: { state: 'car1.state' },
      },
      'car2-imu': {
        params: { mount: { x: 1, y: 0, z: 0.5, yaw: 0 } },
        inputs: { state: { from: 'car2.state', delay: 0.1 } },
      },
      wheels: { params: {}, inputs: { joint_states: 'car1.joint_states' } },
      dash: { params: {}, inputs: { state: 'car1.state' } },
    },
  };
  const plant = (name: string) => ({
    name,
    type: 'vehicle/bicycle',
    plant: true,
    outputs: [{ port: 'state', type: 'skidpad_msgs/msg/VehicleState', topic: '' }],
  });
  const sensor = (name: string, type: string) => ({ name, type, plant: false, outputs: [] });
  const scenario: any = {
    document,
    blocks: [
      plant('car1'),
      plant('car2'),
      sensor('car1-front_left_sonar', 'sensors/sonar'),
      sensor('car2-imu', 'sensors/imu'),
      sensor('wheels', 'sensors/encoders'),
      sensor('dash', 'sensors/speedometer'),
    ],
  };
  const vehicles = sensorVehicles(scenario, [
    topic('/car1/state', 'skidpad_msgs/msg/VehicleState', 'car1.state'),
    topic('/car1/joint_states', 'sensor_msgs/msg/JointState', 'car1.joint_states'),
    topic('/sonar', 'sensor_msgs/msg/Range', 'car1-front_left_sonar.range'),
    topic('/imu', 'sensor_msgs/msg/Imu', 'car2-imu.imu'),
    topic('/wheels', 'sensor_msgs/msg/JointState', 'wheels.joint_states'),
    topic('/dash', 'std_msgs/msg/Float64', 'dash.speed'),
    topic('/other', 'std_msgs/msg/Float64', 'car1.other'),
  ]);

  it('belong to the vehicle they are wired to', () => {
    expect(vehicles.map(({ name, sensors }) => [name, ...sensors.map(({ kind }) => kind)])).toEqual([
      ['car1', 'state', 'range', 'joints', 'speed'],
      ['car2', 'imu'],
    ]);
  });

  it('have names without the vehicle, and the mount and cone of their parameters', () => {
    expect(vehicles[0].sensors[1]).toMatchObject({
      name: 'front left',
      mount: { x: 3.5, y: 0.7, yaw: 0.1 },
      cone: { from: -0.1, to: 0.2 },
    });
  });

  it('are grouped by topic names where there is no scenario', () => {
    const found = sensorVehicles(undefined, [
      topic('/robot/scan', 'sensor_msgs/msg/LaserScan'),
      topic('/robot/imu/data', 'sensor_msgs/msg/Imu'),
      topic('/fix', 'sensor_msgs/msg/NavSatFix'),
    ]);
    expect(found.map(({ name, sensors }) => [name, ...sensors.map((one) => one.name)])).toEqual([
      ['robot', 'scan', 'imu/data'],
      ['vehicle', 'fix'],
    ]);
  });
});

describe('the top view', () => {
  it('has rings at round distances', () => {
    expect([1, 8, 15, 30, 100].map(ringStep)).toEqual([0.2, 2, 5, 10, 20]);
    const { scale, rings } = radarScale(428, 428, 20);
    expect(scale).toBe(10);
    expect(rings.slice(0, 3)).toEqual([5, 10, 15]);
  });

  it('reaches as far as the farthest sensor that has an end', () => {
    expect(reachOf([5, 15, Infinity])).toBe(15);
    expect(reachOf([])).toBe(10);
  });
});

describe('echoes', () => {
  it('lie where the mount of their sensor puts them', () => {
    // 2 m ahead and 3 m to the left of a sensor that looks left, 1 m ahead of the vehicle's middle
    const points = Float32Array.of(2, 0, 5, 0, 3, 6, 7, 7, 7);
    toVehicle(points, 2, { x: 1, y: 0, yaw: Math.PI / 2 });
    [1, 2, 5, -2, 0, 6, 7, 7, 7].forEach((value, i) => expect(points[i]).toBeCloseTo(value, 5));
  });

  it('at the greatest range are none', () => {
    expect([isFree(15, 15), isFree(14.9, 15), isFree(Infinity, 15), isFree(NaN, 15)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});
