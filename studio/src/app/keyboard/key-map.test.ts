import { describe, expect, it } from 'vitest';
import type { KeyPlace } from './key-map.ts';
import { SHORTCUTS, actionOf } from './key-map.ts';

const press = (
  key: string,
  place: KeyPlace = 'page',
  held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {},
) => actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, place);

describe('keys', () => {
  it('do what the help says', () => {
    expect([' ', 'ArrowRight', 'Home', '[', ']', 'g', 'o', 'e', 't', 's', 'c', '?'].map((key) => press(key))).toEqual([
      'play',
      'step',
      'reset',
      'slower',
      'faster',
      'gallery',
      'open',
      'editor',
      'theme',
      'share',
      'keep',
      'help',
    ]);
  });

  it('have one meaning each', () => expect(new Set(SHORTCUTS.map(({ key }) => key)).size).toBe(SHORTCUTS.length));

  it('are the same with caps lock', () => expect(press('G')).toBe('gallery'));

  it('are letters in a field', () =>
    expect(SHORTCUTS.filter(({ key }) => press(key, 'field') !== undefined)).toEqual([]));

  it('of a control stay with it', () => {
    expect([' ', 'ArrowRight', 'Home'].map((key) => press(key, 'control'))).toEqual([undefined, undefined, undefined]);
    expect(press('g', 'control')).toBe('gallery');
  });

  it('of a slider are those that move it', () => {
    expect([' ', 'ArrowRight', 'Home'].map((key) => press(key, 'slider'))).toEqual(['play', undefined, undefined]);
  });

  it('belong to the browser with Ctrl, Alt or Meta', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(press('s', 'page', { [held]: true })).toBeUndefined();
  });

  it('that nobody has named do nothing', () =>
    expect([press('q'), press('Escape'), press('Enter')]).toEqual([undefined, undefined, undefined]));
});
