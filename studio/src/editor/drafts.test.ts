/** Drafts outlive the page where the browser lets them, and the panel where it does not. */
import { describe, expect, it } from 'vitest';
import type { Store } from './drafts.ts';
import { Drafts } from './drafts.ts';

function memory(): Store {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
const full: Store = {
  ...memory(),
  setItem() {
    throw new DOMException('full', 'QuotaExceededError');
  },
};

describe('drafts', () => {
  it('are there again with the same store, one per starting point', () => {
    const store = memory();
    expect(new Drafts(store).write('lab1', 'a')).toBe(true);
    expect(new Drafts(store).read('lab1')).toBe('a');
    expect(new Drafts(store).read('lab2')).toBeUndefined();
  });

  it.each([
    ['a full store', full],
    ['no store', undefined],
  ])('last as long as the page with %s', (_what, store) => {
    const drafts = new Drafts(store);
    expect(drafts.write('lab1', 'a')).toBe(false);
    expect(drafts.read('lab1')).toBe('a');
    drafts.forget('lab1');
    expect(drafts.read('lab1')).toBeUndefined();
  });
});
