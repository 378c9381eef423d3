import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFirmware } from '../../firmware/build.mjs';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { hasCompiler, hasEmulator } from './programs.ts';

const SCENARIO = 'test/hil/bench/four-ways.yaml';
const FAULTS =
  'blocks.controller.faults=[{ kind: stall, at: 2, for: 0.3 }, { kind: reset, at: 3 }, { kind: brown-out, at: 6, for: 0.5 }]';

interface Way {
  readonly name: string;
  readonly isHere: boolean;
  readonly host: string;
  readonly set?: string;
}

const ways: readonly Way[] = [
  {
    name: 'in C, by the process protocol',
    isHere: hasCompiler,
    host: 'controller=process:firmware/build/cruise-process',
    set: 'blocks.controller.host.format=cdr',
  },
  { name: 'in C, over slcan', isHere: hasCompiler, host: 'controller=can:program' },
  { name: 'on the emulated microcontroller', isHere: hasEmulator, host: 'controller=can:ecu' },
];

async function hashOf(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await skidpad(['run', SCENARIO, '--no-record', '--json', ...args]);
  expect(stderr).toBe('');
  const result = JSON.parse(stdout) as { hash: string };
  expect([0, 1]).toContain(code);
  return result.hash;
}

const argumentsOf = ({ host, set }: Way): string[] => ['--host', host, ...(set === undefined ? [] : ['--set', set])];

/** Of the model, found once. */
const modelHashes = new Map<string, Promise<string>>();
function modelHash(...args: readonly string[]): Promise<string> {
  const key = args.join(' ');
  if (!modelHashes.has(key)) modelHashes.set(key, hashOf(...args));
  return modelHashes.get(key)!;
}

beforeAll(() => {
  if (hasCompiler) buildFirmware('cruise', 'process');
});

describe.each(ways)('the cruise controller $name', (way) => {
  it('gives the hash of the model', async (context) => {
    if (!way.isHere) return context.skip('no compiler or no emulator');
    expect(await hashOf(...argumentsOf(way))).toBe(await modelHash());
  });

  it('fails with the hash of the model that fails', async (context) => {
    if (!way.isHere) return context.skip('no compiler or no emulator');
    const faulty = await modelHash('--set', FAULTS);
    expect(await hashOf(...argumentsOf(way), '--set', FAULTS)).toBe(faulty);
    expect(faulty).not.toBe(await modelHash());
  });
});

/** The firmware, with one gain changed. */
function changedFirmware(folder: string): string {
  cpSync(join(projectRoot, 'firmware'), join(folder, 'firmware'), {
    recursive: true,
    filter: (path) => !path.endsWith('build'),
  });
  const law = join(folder, 'firmware/cruise/cruise.c');
  const text = readFileSync(law, 'utf8');
  const changed = text.replace('gains->ki * error * dt', 'gains->ki * 1.01f * error * dt');
  expect(changed).not.toBe(text);
  writeFileSync(law, changed);
  const built = spawnSync(process.execPath, [join(folder, 'firmware/build.mjs'), 'cruise', 'mps2'], {
    encoding: 'utf8',
  });
  expect(built.stderr).toBe('');
  return built.stdout.trim();
}

describe.skipIf(!hasEmulator)('a run with firmware in it', () => {
  it('is replayed without it, and a changed gain is found by its first tick and field', async () => {
    const folder = temporaryFolder();
    const elf = join(folder, 'ecu.elf');
    copyFileSync(buildFirmware('cruise', 'mps2'), elf);
    const out = join(folder, 'run');
    const placed = ['--host', 'controller=can:ecu', '--set', `links.ecu.firmware=${elf}`, '--duration', '3'];
    const { code, stderr } = await skidpad(['run', SCENARIO, ...placed, '--out', out]);
    expect([stderr, code]).toEqual(['', 1]);
    expect((await skidpad(['verify', out])).code).toBe(0);

    copyFileSync(changedFirmware(folder), elf);
    const verified = await skidpad(['verify', out]);
    expect(verified.code).toBe(1);
    // full throttle until then, whatever the integral
    expect(verified.stdout).toContain(
      'differs at tick 2121 (2.121 s): controller.frames.data[0] was 208 then, and is ',
    );

    const replayed = await skidpad(['replay', out]);
    expect([replayed.stderr, replayed.code]).toEqual(['', 0]);
  });
});
