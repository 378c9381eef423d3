import { expect, it } from 'vitest';
import { axisUnits } from './axis-units.ts';

const field = (name: string, unit = '') => ({ name, unit });

it('puts a wanted value without a unit on the axis of what it is wanted of, whichever comes first', () => {
  const [wanted, actual] = [field('schedule.setpoint.data'), field('car1.state.vx', 'm/s')];
  expect(axisUnits([wanted, actual])).toEqual(['m/s', 'm/s']);
  expect(axisUnits([actual, wanted])).toEqual(['m/s', 'm/s']);
  expect(axisUnits([field('/cruise/target_speed:data'), actual])).toEqual(['m/s', 'm/s']);
});

it('keeps apart what is another quantity', () => {
  const [demand, actual] = [field('relay.demand.data'), field('car1.state.vx', 'm/s')];
  expect(axisUnits([demand, actual])).toEqual(['', 'm/s']);
  expect(axisUnits([field('driver.control.throttle'), actual])).toEqual(['', 'm/s']);
  expect(axisUnits([field('schedule.setpoint.data')])).toEqual(['']);
});
