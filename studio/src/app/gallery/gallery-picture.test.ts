import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GalleryEntry } from '../shell/gallery-entry.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH, galleryPicture } from './gallery-picture.ts';

const numbers = (path: string): number[] => [...path.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));

describe('the picture of a card', () => {
  it('has north up, a metre as long either way, and everything in the middle', () => {
    // 100 m × 50 m in 292 × 152 pixels: 2.92 px/m
    const { paths } = galleryPicture({
      paths: [{ colour: 2, points: [0, 0, 100, 0, 100, 50] }],
      stripes: [],
      solids: [],
    });
    expect(paths).toEqual([{ colour: 2, d: 'M14 163L306 163L306 17', startX: 14, startY: 163, endX: 306, endY: 17 }]);
  });

  it('does not blow up a car that hardly moves', () => {
    const {
      paths: [{ startX, endX }],
    } = galleryPicture({ paths: [{ points: [0, 0, 0.1, 0] }], stripes: [], solids: [] });
    expect(endX - startX).toBeCloseTo(3.8, 1);
  });

  it('draws nothing of nothing', () => {
    const picture = galleryPicture({ paths: [{ points: [] }], stripes: [], solids: [] });
    expect([picture.stripes, picture.solids, picture.paths]).toEqual(['', '', []]);
    expect(picture.scale.metres).toBeGreaterThan(0);
  });

  it('has a scale of 1, 2 or 5 and zeros', () => {
    for (const size of [4, 7, 33, 128, 450, 1900]) {
      const { scale } = galleryPicture({ paths: [], stripes: [[0, 0, size, size]], solids: [] });
      expect(String(scale.metres)).toMatch(/^(0\.)?[125]0*$/);
      expect(scale.pixels).toBeLessThan(PICTURE_WIDTH / 3);
    }
  });

  it('keeps every scenario of the gallery inside', () => {
    const entries = JSON.parse(readFileSync('studio/public/gallery.json', 'utf8')) as GalleryEntry[];
    for (const entry of entries) {
      const { stripes, solids, paths } = galleryPicture(entry);
      const all = numbers(stripes + solids + paths.map(({ d }) => d).join(''));
      for (let i = 0; i < all.length; i += 2) {
        expect(all[i], entry.path).toSatisfy((x: number) => x >= 0 && x <= PICTURE_WIDTH);
        expect(all[i + 1], entry.path).toSatisfy((y: number) => y >= 0 && y <= PICTURE_HEIGHT);
      }
    }
  });
});
