import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../src/scenario/load.ts';
import { projectFiles } from '../library/project-files.ts';
import { viewOf } from '../library/scenario-view.ts';
import { sensorSpecs } from './sensor-spec.ts';
import { ownerOf } from './signal-owner.ts';
import { vehicleOfBody, vehicleSpecs } from './vehicle-spec.ts';

const scenario = async (path: string) => viewOf(await loadScenario(projectFiles, path));

describe('vehicles of scenarios', () => {
  it('have the outline, colour and mass that the traffic knows', async () => {
    const [car1, car2, ...others] = vehicleSpecs(await scenario('scenarios/rosdrive/overtaking.yaml'));
    expect(others).toEqual([]);
    expect(car1).toMatchObject({
      name: 'car1',
      style: 'car',
      outline: { front: 3.69, rear: 0.86, halfWidth: 0.876, bottom: 0.15, top: 1.5 },
      colour: [60, 110, 180],
      mass: 1415,
    });
    expect(car2.colour).toEqual([190, 190, 190]);
  });

  it('have four wheels with the radius and track of the car, of which the front ones steer', async () => {
    const [{ wheels }] = vehicleSpecs(await scenario('scenarios/rosdrive/overtaking.yaml'));
    expect(wheels.map(({ x, y }) => [x + 0, y])).toEqual([
      [2.86, 0.767],
      [0, 0.793],
      [2.86, -0.767],
      [0, -0.793],
    ]);
    expect(wheels.every(({ radius }) => radius === 0.31265)).toBe(true);
    expect(wheels.map(({ steerJoint }) => steerJoint)).toEqual([
      'steering_left',
      undefined,
      'steering_right',
      undefined,
    ]);
    expect(wheels.map(({ rollJoint }) => rollJoint)).toEqual([
      'wheel_front_left',
      'wheel_rear_left',
      'wheel_front_right',
      'wheel_rear_right',
    ]);
  });

  it('steer a forklift by one wheel behind its fixed axle', async () => {
    const [{ wheels, style, outline }] = vehicleSpecs(await scenario('scenarios/dynamics/forklift.yaml'));
    expect(style).toBe('platform');
    expect(wheels.filter(({ steerJoint }) => steerJoint === 'steering')).toMatchObject([{ x: -2, y: 0 }]);
    expect(wheels.filter(({ steerJoint }) => steerJoint === undefined).map(({ y }) => y)).toEqual([0.55, -0.55]);
    expect(outline.rear).toBeGreaterThan(2);
  });

  it.each([
    ['differential', 2, 'platform'],
    ['omni', 4, 'platform'],
    ['bicycle', 4, 'car'],
    ['step-steer', 4, 'car'],
  ])('know the wheels of %s', async (name, count, style) => {
    const specs = vehicleSpecs(await scenario(`scenarios/dynamics/${name}.yaml`));
    expect(specs.length).toBeGreaterThan(0);
    for (const spec of specs) {
      expect(spec.wheels.length).toBe(count);
      expect(spec.style).toBe(style);
      // all wheels stand within the length of the vehicle
      for (const { x } of spec.wheels) expect(x < spec.outline.front && x > -spec.outline.rear).toBe(true);
    }
  });

  it('give a box of which only the size is known wheels inside it', async () => {
    const { wheels, outline, colour } = vehicleOfBody(
      'other',
      { front: 3, rear: 1.5, halfWidth: 0.9, bottom: 0.2, top: 1.5 },
      [1, 2, 3],
    );
    expect(colour).toEqual([1, 2, 3]);
    for (const { x, y, radius } of wheels) {
      expect(x + radius).toBeLessThan(outline.front);
      expect(x - radius).toBeGreaterThan(-outline.rear);
      expect(Math.abs(y)).toBeLessThan(outline.halfWidth);
    }
  });
});

describe('sensors of scenarios', () => {
  it('are found with their vehicle, mount and cone', async () => {
    const sensors = sensorSpecs(await scenario('scenarios/rosdrive/overtaking.yaml'));
    expect(sensors.length).toBe(10);
    expect(sensors.every(({ vehicle, kind }) => vehicle === 'car1' && kind === 'range')).toBe(true);
    expect(sensors.find(({ block }) => block === 'car1-side_left_front_sonar')).toMatchObject({
      signal: 'car1-side_left_front_sonar.range',
      mount: { x: 3.25, y: 0.9, yaw: Math.PI / 2 },
      angleMin: -0.5236,
      angleMax: 0,
    });
  });

  it('have cameras that see as wide as their lens says', async () => {
    const [camera] = sensorSpecs(await scenario('scenarios/monosim/pid.yaml'));
    // 640 px at a focal length of 400 px, the axis at 320: half a pixel off the middle
    expect(camera).toMatchObject({ kind: 'camera', vehicle: 'car', mount: { x: 2, z: 0.83 } });
    expect(camera.kind === 'camera' && [camera.left + camera.right, camera.up + camera.down]).toEqual([
      640 / 400,
      480 / 400,
    ]);
  });
});

describe('signals', () => {
  it('belong to the vehicle behind the wires of their block', async () => {
    const { document } = await scenario('scenarios/monosim/mpc.yaml');
    expect(ownerOf(document.blocks, 'controller', new Set(['car']))).toBe('car');
    const { blocks } = (await scenario('scenarios/rosdrive/overtaking.yaml')).document;
    expect(ownerOf(blocks, 'car2-mixer', new Set(['car1', 'car2']))).toBe('car2');
    expect(ownerOf(blocks, 'overtaking', new Set(['nobody']))).toBeUndefined();
  });
});
