import { describe, expect, it } from 'vitest';
import { catalog } from '../catalog.ts';
import { defineBlock } from '../core/block.ts';
import { atan } from '../math/trig.ts';
import { quaternionFromYawInto } from '../math/pose2.ts';
import { Float32, PoseStamped, Twist, VehicleState } from '../msgs/index.ts';
import { run } from '../run/run.ts';
import { byType, extendCatalog } from '../scenario/catalog.ts';
import { memoryFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';

const WHEEL_BASE = 0.162;

/** The pose of a robot, exactly, with the instant at which it was true. */
const pose = defineBlock({
  type: 'test/pose',
  doc: 'the pose of a state',
  params: {},
  inputs: { state: VehicleState },
  outputs: { pose: PoseStamped },
  init: () => ({}),
  step(_params, _state, { state: { value } }, { pose: { value: out } }) {
    [out.header.stamp.sec, out.header.stamp.nanosec] = [value.stamp.sec, value.stamp.nanosec];
    [out.pose.position.x, out.pose.position.y] = [value.x, value.y];
    quaternionFromYawInto(value.yaw, out.pose.orientation);
  },
});

/** Speed and steering angle of a twist, as they are sent. */
const commands = defineBlock({
  type: 'test/commands',
  doc: 'speed and steering of a twist',
  params: {},
  inputs: { twist: Twist },
  outputs: { speed: Float32, steer: Float32 },
  init: () => ({}),
  step(_params, _state, { twist: { value } }, { speed, steer }) {
    speed.value.data = value.linear.x;
    steer.value.data = value.linear.x === 0 ? 0 : atan((WHEEL_BASE * value.angular.z) / value.linear.x);
  },
});

/** A robot behind wires: commands take 80 ms, poses 300 to 340 ms. */
const scenario = (twin: string) => `
name: twin
duration: 20
blocks:
  driver:
    type: control/twist-schedule
    rateHz: 50
    params:
      segments: [{ until: 5, vx: 0.4 }, { until: 9, vx: 0.5, yawRate: 0.6 }, { until: 13, vx: 0.3, yawRate: -0.4 }, { until: 21, vx: 0.5, yawRate: 0.3 }]
  robot:
    type: vehicle/bicycle
    params:
      wheelBase: ${WHEEL_BASE}
      driveActuator: { deadTime: 0.12, timeConstant: 0.2, maxVelocity: 0, maxAcceleration: 0 }
      steeringActuator: { deadTime: 0.12, timeConstant: 0.1, maxVelocity: 0, maxPosition: 0.7 }
    inputs: { twist: { from: driver.twist, delay: 80 ms } }
  slam: { type: test/pose, rateHz: 10, inputs: { state: robot.state } }
  commands: { type: test/commands, rateHz: 50, inputs: { twist: driver.twist } }
  twin:
    type: twin/predictor
    params: { ${twin} }
    inputs: { pose: { from: slam.pose, delay: 300 ms, jitter: 40 ms }, speed: commands.speed, steer: commands.steer }
metrics:
  x: { of: twin.odom.pose.pose.position.x, minus: robot.state.x, reduce: maxAbs, from: 2 }
  y: { of: twin.odom.pose.pose.position.y, minus: robot.state.y, reduce: maxAbs, from: 2 }
  late: { of: slam.pose.pose.position.x, minus: robot.state.x, reduce: maxAbs, from: 2 }
  delay: { of: twin.status.delay, reduce: mean, from: 2 }
  ahead: { of: twin.status.ahead, reduce: mean, from: 2 }
`;

async function errorsOf(twin: string) {
  const own = extendCatalog(catalog, { blocks: byType([pose, commands]) });
  const files = memoryFiles({ '/twin.yaml': scenario(twin) });
  const { metrics } = await run({ scenario: await loadScenario(files, '/twin.yaml', { catalog: own }) });
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value ?? NaN]));
}

describe('the twin of a robot', () => {
  it('is within 1 cm of a robot whose poses are 0.3 s old, where its actuators are known', async () => {
    const { x, y, delay, ahead } = await errorsOf(
      'drive: { deadTime: 0.2, timeConstant: 0.2 }, steering: { deadTime: 0.2, timeConstant: 0.1 }',
    );
    expect(Math.max(x, y)).toBeLessThan(0.01);
    // 300 to 340 ms on the wire, and up to 10 ms until the next step
    expect(delay).toBeGreaterThan(0.3);
    expect(delay).toBeLessThan(0.36);
    expect(ahead).toBeGreaterThan(0.1);
  });

  it('is further off where it takes the robot for quicker than it is', async () => {
    const { x, y } = await errorsOf(
      'drive: { deadTime: 0, timeConstant: 0 }, steering: { deadTime: 0, timeConstant: 0 }',
    );
    expect(Math.max(x, y)).toBeGreaterThan(0.02);
  });
});
