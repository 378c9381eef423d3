import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanLink } from '../../src/bus/can/can-link.ts';
import type { Host, HostedBlock } from '../../src/core/host.ts';
import { atHome } from '../../src/hosts/fixtures/test-rig.ts';
import { openCanHost } from '../../src/hosts/can/can-host.ts';
import { openProcessHost } from '../../src/hosts/process/process-host.ts';
import type { StepInput } from './cruise-rig.ts';
import { cruiseNode, driverFrame, frameOf, runNode, speedFrame } from './cruise-rig.ts';
import { buildFirmware } from '../../firmware/build.mjs';
import { hasCompiler, hasEmulator, openEmulator, openProgram } from './programs.ts';

/** Frames of the bus, right and wrong, and others. */
const anyFrame = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: -4000, max: 8000 }), fc.nat(15))
      .map(([raw, counter]) => speedFrame(raw * 0.005, counter)),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(5000), fc.boolean()).map(([raw, isEnabled]) => driverFrame(raw * 0.01, isEnabled)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => frameOf(0x100, [...bytes])) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => frameOf(0x110, [...bytes])) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => frameOf(0x100, [...bytes], { is_extended: true })),
  },
  { weight: 1, arbitrary: fc.nat(0x7ff).map((id) => frameOf(id, [], { is_remote: true, length: 4 })) },
  { weight: 1, arbitrary: fc.nat(0x7ff).map((id) => frameOf(id, [1, 2, 3], { is_error: true })) },
);
const anyStep: fc.Arbitrary<StepInput> = fc.record({
  frames: fc.array(anyFrame, { maxLength: 4 }),
  elapsed: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0.01) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
});
const anyParams = fc.record({
  kp: fc.double({ min: 0, max: 3, noNaN: true }),
  ki: fc.double({ min: 0, max: 2, noNaN: true }),
  brakeRatio: fc.double({ min: 0.5, max: 4, noNaN: true }),
  coastBand: fc.double({ min: 0, max: 0.4, noNaN: true }),
  speedTimeout: fc.double({ min: 0, max: 0.1, noNaN: true }),
  driverTimeout: fc.double({ min: 0, max: 0.1, noNaN: true }),
});

async function compare(runs: number, open: (block: HostedBlock) => Promise<Host>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyParams, fc.array(anyStep, { minLength: 1, maxLength: 60 }), async (params, inputs) => {
      const home = cruiseNode(params);
      const expected = await runNode(await atHome(home), home, inputs);
      const block = cruiseNode(params);
      const host = await open(block);
      try {
        expect(await runNode(host, block, inputs)).toEqual(expected);
      } finally {
        await host.close();
      }
    }),
    { numRuns: runs },
  );
}

/** One link for all of them: every run begins with a start. */
async function throughLink(link: CanLink, runs: number): Promise<void> {
  try {
    await compare(runs, (block) => openCanHost(block, { link, linkName: 'ecu', timing: 'answered', timeLimit: 20 }));
  } finally {
    await link.close();
  }
}

describe('random frames give the same bytes in TypeScript and', () => {
  it.skipIf(!hasCompiler)('in C, by the process protocol', async () => {
    const command = [buildFirmware('cruise', 'process')];
    await compare(40, (block) => openProcessHost(block, { command, format: 'cdr' }));
  });

  it.skipIf(!hasCompiler)('in C, over slcan', async () => {
    await throughLink(await openProgram(), 200);
  });

  it.skipIf(!hasEmulator)('on the emulated microcontroller', async () => {
    await throughLink(await openEmulator(), 60);
  });
});
