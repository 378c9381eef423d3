import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { InputError } from '../core/input-error.ts';
import { scenarioFromParamsFile } from './params-file.ts';

const text = readFileSync(new URL('../../test/fixtures/vehicle/all-vehicles.yaml', import.meta.url), 'utf8');
const allVehicles = (): any => parseYaml(text);
const withParameters = (parameters: object) => ({ sim_node: { ros__parameters: parameters } });

function problemOf(file: unknown): string {
  try {
    scenarioFromParamsFile(file);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return 'no problem';
}

describe('parameter file', () => {
  it('becomes a scenario of driver, vehicle and localisation on the topics of the reference', () => {
    const scenario = scenarioFromParamsFile(allVehicles());
    expect(scenario).toMatchObject({ name: 'vehicle-dynamics-sim-bicycle', tick: 0.001, duration: 20, clock: 'free' });
    const { driver, vehicle, localisation } = scenario.blocks;
    expect(driver).toMatchObject({
      type: 'control/twist-schedule',
      period: 0.02,
      topics: { twist: '/twist_reference' },
    });
    expect(driver.params).toEqual({
      segments: [
        { until: 4, vx: 2.5, vy: 0, yawRate: 0 },
        { until: 8, vx: 2, vy: 0, yawRate: 0.5 },
        { until: 12, vx: 0, vy: 0, yawRate: 0.5 },
        { until: 16, vx: 0, vy: 0, yawRate: -0.5 },
      ],
    });
    expect(vehicle).toMatchObject({ type: 'vehicle/bicycle', period: 0.001, inputs: { twist: 'driver.twist' } });
    expect(vehicle.params).toMatchObject({
      wheelBase: 1.6,
      driveOnSteeredWheel: true,
      publishRateHz: 50,
      commandTimeout: 1,
      visWheelDiameter: 0.5,
      steeringActuator: { maxPosition: 0, timeConstant: 0.05 },
      driveActuator: { maxAcceleration: 1 },
    });
    expect(localisation).toMatchObject({
      type: 'vehicle/localisation',
      period: 0.02,
      inputs: { state: 'vehicle.state' },
      params: { simulateLocalisation: false, odomWalkVelocityRotation: 0.0076 },
      topics: { odom: '/odom', tf: '/tf', tf_static: '/tf_static', twist_actual: '/twist_actual' },
    });
  });

  it.each(['bicycle', 'differential', 'omni'])('selects the %s model', (model) => {
    const file = allVehicles();
    file.sim_node.ros__parameters.model = model;
    expect(scenarioFromParamsFile(file).blocks.vehicle.type).toBe(`vehicle/${model}`);
  });

  it('has the defaults of the code, where localisation is simulated', () => {
    const { vehicle, localisation } = scenarioFromParamsFile(withParameters({})).blocks;
    expect(vehicle.params).toMatchObject({
      wheelBase: 2,
      visTrackFixed: 1.4,
      visWheelDiameter: 0.5,
      steeringActuator: { maxPosition: Math.PI / 6 },
    });
    expect(localisation.params.simulateLocalisation).toBe(true);
    expect(localisation.params.odomWalkVelocityRotation).toBeCloseTo(0.0076154, 7);
    expect(localisation.params.mapSampleNoiseRotation).toBeCloseTo(3.0462e-6, 10);
  });

  it('maps the three clock modes', () => {
    expect(scenarioFromParamsFile(withParameters({ use_sim_time: true })).clock).toBe('external');
    expect(scenarioFromParamsFile(withParameters({ be_reference_clock: true })).clock).toBe('free');
    expect(problemOf(withParameters({ use_sim_time: true, be_reference_clock: true }))).toMatch(
      /^sim_node\.ros__parameters\.be_reference_clock: expected false because use_sim_time is true/,
    );
  });

  it('reads dotted names, the booleans of YAML 1.1 and the other spellings of the node', () => {
    const dotted = {
      '/**': {
        ros__parameters: {
          'model_params.bicycle.wheel_base': 1.1,
          model_params: { bicycle: { 'steering_actuator.max_position': 0.3 } },
          be_reference_clock: 'on',
        },
      },
    };
    const scenario = scenarioFromParamsFile(dotted);
    expect(scenario.clock).toBe('free');
    expect(scenario.blocks.vehicle.params).toMatchObject({ wheelBase: 1.1, steeringActuator: { maxPosition: 0.3 } });
    expect(scenarioFromParamsFile({ '/sim_node': { ros__parameters: {} } }).blocks.vehicle.type).toBe(
      'vehicle/bicycle',
    );
    expect(
      problemOf(
        withParameters({
          model: 'bicycle',
          'model_params.bicycle.wheel_base': 1,
          model_params: { bicycle: { wheel_base: 2 } },
        }),
      ),
    ).toContain('is given twice');
  });

  it('takes step and publishing rates, never publishing faster than it steps', () => {
    const scenario = scenarioFromParamsFile(withParameters({ step_rate: 200, pub_rate: 500 }));
    expect(scenario.tick).toBe(0.005);
    expect(scenario.blocks.localisation.period).toBe(0.005);
  });

  it.each<[string, object, RegExp]>([
    [
      'a negative length',
      { model_params: { bicycle: { wheel_base: -1 } } },
      /^sim_node\.ros__parameters\.model_params\.bicycle\.wheel_base: expected a number above 0 \[m\], got -1$/,
    ],
    [
      'a misspelt key',
      { model_params: { bicycle: { wheelbase: 2 } } },
      /^sim_node\.ros__parameters\.model_params\.bicycle\.wheelbase: unknown key \(did you mean "wheel_base"\?\)/,
    ],
    [
      'a parameter upstream does not have',
      { model_params: { omni: { yaw_lever: 'sum' } } },
      /\.model_params\.omni\.yaw_lever: unknown key/,
    ],
    [
      'a text for a number',
      { step_rate: 'fast' },
      /^sim_node\.ros__parameters\.step_rate: expected a number \[Hz\], got "fast"/,
    ],
    ['a number for a flag', { simulate_localization: 3 }, /\.simulate_localization: expected true or false, got 3$/],
    ['an unknown model', { model: 'tricycle' }, /\.model: expected one of bicycle, differential, omni, got "tricycle"/],
    [
      'a negative dead time in a model that is not selected',
      { model_params: { omni: { drive_actuators: { dead_time: -0.1 } } } },
      /\.omni\.drive_actuators\.dead_time: expected a number of at least 0/,
    ],
    [
      'a driven fixed axle without end stop',
      { model_params: { bicycle: { steering_actuator: { max_position: 0 } } } },
      /\.model_params\.bicycle\.steering_actuator\.max_position: expected an end stop above 0/,
    ],
    [
      'a negative variance',
      { localization: { map_sample_noise_rotation: -1 } },
      /\.localization\.map_sample_noise_rotation: expected a number of at least 0/,
    ],
  ])('rejects %s with its path', (_what, parameters, message) => {
    expect(problemOf(withParameters(parameters))).toMatch(message);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'for another node',
      { controller_server: { ros__parameters: {} } },
      /^controller_server: expected parameters for the node sim_node/,
    ],
    [
      'without the section',
      { sim_node: { parameters: {} } },
      /^sim_node\.ros__parameters: expected a mapping of parameters, got no value/,
    ],
    ['that is a list', [], /expected a parameter file with sim_node\.ros__parameters, got a list/],
    ['that is empty', null, /got null/],
    [
      'with strays beside the section',
      { sim_node: { ros__parameters: {}, model: 'omni' } },
      /^sim_node\.model: unknown key/,
    ],
    [
      'that reaches for the prototype',
      JSON.parse('{"sim_node":{"ros__parameters":{"__proto__":{"model":"omni"}}}}'),
      /cannot be used|unknown key/,
    ],
  ])('rejects a file %s', (_what, file, message) => {
    expect(problemOf(file)).toMatch(message);
  });
});
