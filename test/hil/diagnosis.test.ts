import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanLink } from '../../src/bus/can/can-link.ts';
import { diagnosisEcu } from '../../src/bus/uds/diagnosis-ecu.ts';
import { hosted, atHome } from '../../src/hosts/fixtures/test-rig.ts';
import { openCanHost } from '../../src/hosts/can/can-host.ts';
import type { StepInput } from './cruise-rig.ts';
import { frameOf, runNode, speedFrame } from './cruise-rig.ts';
import { hasCompiler, hasEmulator, openEmulator, openProgram } from './programs.ts';

/** Requests of every service, right and wrong, as single frames; flow control, parts of long messages, and speeds. */
const service = fc.constantFrom(0x10, 0x11, 0x14, 0x19, 0x22, 0x27, 0x2e, 0x31, 0x3e, 0xaa);
const small = fc.constantFrom(0, 1, 2, 3, 0x0a, 0x80, 0x81, 0x83, 0xf1, 0x86, 0x90, 0x95, 0xff);
const request = fc
  .tuple(service, fc.array(small, { maxLength: 6 }))
  .map(([id, rest]) => [1 + rest.length, id, ...rest].slice(0, 8));
const anyFrame = fc.oneof(
  { weight: 6, arbitrary: request.map((bytes) => frameOf(0x7e0, bytes)) },
  // data that takes several frames, and whoever asks for it goes on
  { weight: 2, arbitrary: fc.constant(frameOf(0x7e0, [3, 0x22, 0xf1, 0x90])) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 5).map((gap) => frameOf(0x7e0, [0x30, gap, gap])) },
  { weight: 1, arbitrary: request.map((bytes) => frameOf(0x7df, bytes)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => frameOf(0x7e0, [...bytes])) },
  { weight: 2, arbitrary: fc.nat(15).map((counter) => speedFrame(3, counter)) },
  { weight: 1, arbitrary: fc.constant(frameOf(0x100, [1, 2, 3, 4])) },
);
const anyStep: fc.Arbitrary<StepInput> = fc.record({
  frames: fc.array(anyFrame, { maxLength: 4 }),
  elapsed: fc.constantFrom(0.01, 0.01, 0.01, 0.6, 6),
});

async function sameAs(link: CanLink, runs: number): Promise<void> {
  let [answered, steps] = [0, 0];
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (inputs) => {
        const home = hosted(diagnosisEcu, { params: {} });
        const expected = await runNode(await atHome(home), home, inputs);
        const block = hosted(diagnosisEcu, { params: {} });
        const host = await openCanHost(block, { link, linkName: 'ecu', timing: 'answered', timeLimit: 20 });
        try {
          expect(await runNode(host, block, inputs)).toEqual(expected);
        } finally {
          await host.close();
        }
        answered += expected.flat().length;
        steps += inputs.length;
      }),
      { numRuns: runs },
    );
  } finally {
    await link.close();
  }
  // it is asked all the time, and says something
  expect(answered).toBeGreaterThan(steps / 10);
}

describe('a diagnostic server says the same in TypeScript and', () => {
  it.skipIf(!hasCompiler)('in C on this machine', async () => sameAs(await openProgram('diagnosis'), 150));
  it.skipIf(!hasEmulator)('in C on the emulated microcontroller', async () =>
    sameAs(await openEmulator('diagnosis'), 20),
  );
});
