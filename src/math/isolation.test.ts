import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemory } from './frame-memory.ts';

describe('the memory of frames', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is shared, except in pages that may not clone what is shared', () => {
    expect(createMemory(1).buffer).toBeInstanceOf(SharedArrayBuffer);
    vi.stubGlobal('crossOriginIsolated', false);
    expect(createMemory(1).buffer).toBeInstanceOf(ArrayBuffer);
    vi.stubGlobal('crossOriginIsolated', true);
    expect(createMemory(1).buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
