import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanLink } from '../../src/bus/can/can-link.ts';
import type { HostFault, HostFaultKind } from '../../src/core/faulty-host.ts';
import { FaultyHost } from '../../src/core/faulty-host.ts';
import type { Host, HostedBlock, HostTraits } from '../../src/core/host.ts';
import { openCanHost } from '../../src/hosts/can/can-host.ts';
import { canKind } from '../../src/hosts/can/kind.ts';
import { localHost } from '../../src/core/local-host.ts';
import { atHome } from '../../src/hosts/fixtures/test-rig.ts';
import { openProcessHost } from '../../src/hosts/process/process-host.ts';
import { processKind } from '../../src/hosts/process/kind.ts';
import { buildFirmware } from '../../firmware/build.mjs';
import { hasCompiler, hasEmulator, openEmulator, openProgram } from './programs.ts';
import type { StepInput } from './cruise-rig.ts';
import { cruiseNode, driverFrame, readCommand, readStatus, runNode, speedFrame } from './cruise-rig.ts';

interface Place {
  readonly name: string;
  readonly isHere: boolean;
  readonly traits: HostTraits;
  open(block: HostedBlock): Promise<Host>;
}

const links: CanLink[] = [];
let program: CanLink;
let emulator: CanLink;
beforeAll(async () => {
  if (hasCompiler) links.push((program = await openProgram()));
  if (hasEmulator) links.push((emulator = await openEmulator()));
});
afterAll(() => Promise.all(links.map((link) => link.close())));

const throughLink = (block: HostedBlock, link: CanLink): Promise<Host> =>
  openCanHost(block, { link, linkName: 'ecu', timing: 'answered', timeLimit: 20 });

const places: readonly Place[] = [
  { name: 'a model', isHere: true, traits: localHost.traits, open: atHome },
  {
    name: 'a program',
    isHere: hasCompiler,
    traits: processKind.traits,
    open: (block) => openProcessHost(block, { command: [buildFirmware('cruise', 'process')], format: 'cdr' }),
  },
  {
    name: 'a program over slcan',
    isHere: hasCompiler,
    traits: canKind.traits,
    open: (block) => throughLink(block, program),
  },
  {
    name: 'an emulated microcontroller',
    isHere: hasEmulator,
    traits: canKind.traits,
    open: (block) => throughLink(block, emulator),
  },
];

const fault = (kind: HostFaultKind, at: number, duration = Infinity): HostFault => ({
  kind,
  fromNs: at * 1e9,
  toNs: (at + duration) * 1e9,
});

/** A car that is too slow by a constant, told every 10 ms, for 0.6 s. */
const drive: readonly StepInput[] = Array.from({ length: 60 }, (_, i) => ({
  frames: [speedFrame(10, i), ...(i % 5 === 0 ? [driverFrame(11)] : [])],
}));

async function said({ open, traits }: Place, faults: readonly HostFault[]): Promise<string[][]> {
  const block = cruiseNode({ ki: 0.4 });
  const host = new FaultyHost(await open(block), block, faults, traits);
  try {
    return await runNode(host, block, drive);
  } finally {
    await host.close();
  }
}

const throttles = (steps: readonly string[][]): number[] => steps.map((step) => readCommand(step).throttle);

describe.each(places)('the controller as $name', (place) => {
  it('stalls: says nothing, and goes on as if no time had passed', async (context) => {
    if (!place.isHere) return context.skip('no compiler or no emulator');
    const whole = await said(place, []);
    const stalled = await said(place, [fault('stall', 0.195, 0.1)]);
    expect(stalled.slice(0, 20)).toEqual(whole.slice(0, 20));
    expect(stalled.slice(20, 30)).toEqual(Array(10).fill([]));
    // the integral and the counter are as old as they were
    expect(readCommand(stalled[30])).toEqual(readCommand(whole[20]));
    expect(throttles(stalled.slice(30))).toEqual(throttles(whole.slice(20, 50)));
  });

  it('is reset: begins anew at once', async (context) => {
    if (!place.isHere) return context.skip('no compiler or no emulator');
    const whole = await said(place, []);
    const reset = await said(place, [fault('reset', 0.2)]);
    expect(reset.slice(0, 20)).toEqual(whole.slice(0, 20));
    expect(readCommand(reset[20])).toEqual(readCommand(whole[0]));
    expect(readStatus(reset[20])).toMatchObject({ state: 2, error: 0, speedError: 1 });
    expect(throttles(reset.slice(20))).toEqual(throttles(whole.slice(0, 40)));
    expect(throttles(whole).at(-1)).toBeGreaterThan(throttles(reset).at(-1)! + 0.05);
  });

  it('browns out: is silent, and then begins anew', async (context) => {
    if (!place.isHere) return context.skip('no compiler or no emulator');
    const whole = await said(place, []);
    const browned = await said(place, [fault('brown-out', 0.2, 0.12)]);
    expect(browned.slice(20, 32)).toEqual(Array(12).fill([]));
    // off until the driver is heard, which is every 50 ms
    expect(browned.slice(32, 36).map((step) => readCommand(step))).toEqual(
      [0, 1, 2].map((counter) => ({ counter, throttle: 0, brake: 0 })).concat({ ...readCommand(whole[0]), counter: 3 }),
    );
    expect(throttles(browned.slice(35))).toEqual(throttles(whole.slice(0, 25)));
  });

  it('fails with the same bytes as the model', async (context) => {
    if (!place.isHere) return context.skip('no compiler or no emulator');
    const faults = [
      fault('stall', 0.05, 0.03),
      fault('reset', 0.11),
      fault('brown-out', 0.2, 0.004),
      fault('brown-out', 0.3, 0.2),
    ];
    expect(await said(place, faults)).toEqual(await said(places[0], faults));
  });

  it('stays silent to the end', async (context) => {
    if (!place.isHere) return context.skip('no compiler or no emulator');
    const silent = await said(place, [fault('stall', 0.3)]);
    expect(silent.slice(30)).toEqual(Array(30).fill([]));
  });
});
