import { expect, it } from 'vitest';
import { lineOfPath } from './place-of-path.ts';

const text = `name: x
blocks:
  camera:
    type: sensors/camera   # a comment
    params: { width: 640,
      lens: { hfov: 1.2 } }
world:
  solids:
    - { x: 1 }
    - name: second
      x: 2
`;

it('finds the line of a path', () => {
  expect(
    [
      'name',
      'blocks',
      'blocks.camera.type',
      'blocks.camera.params.lens.hfov',
      'world.solids[1]',
      'world.solids[1].x',
    ].map((path) => lineOfPath(text, path)),
  ).toEqual([1, 2, 4, 6, 10, 11]);
});

it('goes as deep as the text does, as what is missing has no line', () => {
  expect(lineOfPath(text, 'blocks.camera.rateHz')).toBe(3);
  expect(lineOfPath(text, 'world.solids[7].y')).toBe(8);
  expect(lineOfPath(text, 'metrics.laps')).toBeUndefined();
});

it('reads the position of what is not YAML', () => expect(lineOfPath('a: [', 'scenario.yaml:12:5')).toBe(12));

it('survives texts that are not scenarios', () =>
  expect([lineOfPath('', 'a'), lineOfPath('- 1\n- 2', 'a.b'), lineOfPath(': : :', 'a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]));
