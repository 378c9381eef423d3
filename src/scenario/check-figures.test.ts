import { describe, expect, it } from 'vitest';
import { memoryFiles } from './files.ts';
import { loadScenario } from './load.ts';

const BLOCKS = `
  car: { type: vehicle/four-wheel, rateHz: 1000, body: { front: 3, rear: 1, halfWidth: 0.9 } }
  localisation: { type: vehicle/localisation, rateHz: 50, inputs: { state: car.state } }
  eyes: { type: world/slot-truth, rateHz: 10, inputs: { state: car.state } }
  camera: { type: sensors/camera, rateHz: 10, inputs: { state: car.state } }
  view: { type: vision/surround, rateHz: 10, inputs: { images: [camera.image, camera.image, camera.image, camera.image] } }`;

const load = async (figures: string): Promise<string> => {
  const text = `name: a\nduration: 1\nworld: {}\nblocks:${BLOCKS}\n${figures}`;
  try {
    await loadScenario(memoryFiles({ 'a.yaml': text }), 'a.yaml');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};
const plot = (more: string, x = 'x: car.state.x, ') => `plots: [{ title: t, ${x}y: [car.state.y], ${more} }]`;
const image = (more: string) => `images: [{ title: t, ${more} }]`;

describe('figures of a report', () => {
  it('may be plans with an outline, and views from above with what was found', async () => {
    expect(await load(plot('plan: true, body: car'))).toBe('');
    expect(await load(plot('plan: true'))).toBe('');
    expect(await load(image('of: view.image, overlay: [eyes.slots]'))).toBe('');
  });

  it.each([
    ['a plan over time', plot('plan: true', ''), 'plots[0].plan: a plan needs x, a field on its horizontal axis'],
    ['an outline elsewhere', plot('body: car'), 'plots[0].body: an outline is drawn in a plan only; add plan: true'],
    [
      'the outline of nobody',
      plot('plan: true, body: cart'),
      'plots[0].body: there is no vehicle "cart" with a body (did you mean "car"?); there are car',
    ],
    [
      'an outline without heading',
      plot('plan: true, body: car', 'x: localisation.odom.pose.pose.position.x, '),
      'plots[0].body: an outline needs a heading, but localisation.odom (nav_msgs/msg/Odometry) has no field yaw',
    ],
    [
      'an overlay on a plain camera',
      image('of: camera.image, overlay: [eyes.slots]'),
      'images[0].overlay: expected the images of a view from above, as vision/surround has them, but camera is "sensors/camera"',
    ],
    [
      'an overlay of something else',
      image('of: view.image, overlay: [eyes.slots, car.state]'),
      'images[0].overlay[1]: expected MarkingPoints, ParkingSlots or Footprints, but car.state is a skidpad_msgs/msg/VehicleState',
    ],
    [
      'an overlay that is not recorded',
      `record: [view.image]\n${image('of: view.image, overlay: [eyes.slots]')}`,
      'images[0].overlay[0]: eyes.slots is not recorded; add it to record, which lists the signals that are kept',
    ],
  ])('are not %s', async (_name, figures, sentence) => {
    expect(await load(figures)).toContain(sentence);
  });
});
