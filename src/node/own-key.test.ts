import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyFile, ownKey, readOwnKey } from './own-key.ts';

let state: string;
const before = process.env.XDG_STATE_HOME;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'skidpad-state-'));
  process.env.XDG_STATE_HOME = state;
});

afterEach(() => {
  if (before === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = before;
  rmSync(state, { recursive: true, force: true });
});

describe('the key of one’s own', () => {
  it('is made when it is first needed, for its owner alone, and stays', () => {
    expect(readOwnKey()).toEqual({});
    const { key, note } = ownKey();
    expect([key?.length, note]).toEqual([32, undefined]);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(keyFile())).mode & 0o777).toBe(0o700);
    expect(ownKey().key).toEqual(key);
    expect(readOwnKey().key).toEqual(key);
  });

  it('lies in the home folder where XDG_STATE_HOME is no absolute path', () => {
    process.env.XDG_STATE_HOME = 'somewhere';
    expect(keyFile()).toMatch(/^\/.*\.local\/state\/skidpad\/key$/);
  });

  it.runIf(process.getuid?.() === 0)('is not used, and left alone, where it belongs to another user', () => {
    ownKey();
    chownSync(keyFile(), 12345, 12345);
    const kept = readFileSync(keyFile());
    expect(ownKey()).toEqual({ note: `${keyFile()} belongs to another user and is not used` });
    expect(readFileSync(keyFile())).toEqual(kept);
  });

  it('is no link to elsewhere, and no other file', () => {
    mkdirSync(dirname(keyFile()), { recursive: true });
    writeFileSync(join(state, 'elsewhere'), Buffer.alloc(32), { mode: 0o600 });
    symlinkSync(join(state, 'elsewhere'), keyFile());
    expect(ownKey().key).toBeUndefined();
    rmSync(keyFile());
    writeFileSync(keyFile(), 'short', { mode: 0o600 });
    expect(ownKey()).toEqual({ note: `${keyFile()} is no key: expected 32 bytes, got 5` });
  });
});
