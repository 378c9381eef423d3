/**
 * Times from a release to its answer, as the CAN host sees them: the controller compiled for this machine and on the emulated
 * microcontroller, and beside them, turn by turn, what a bare pipe takes to echo a line. Prints one table.
 */
import type { CanLink } from '../../src/bus/can/can-link.ts';
import type { Host, HostedBlock } from '../../src/core/host.ts';
import { openCanHost } from '../../src/hosts/can/can-host.ts';
import { ChildProgram } from '../../src/programs/child-program.ts';
import { openEmulator, openProgram } from '../../test/hil/programs.ts';
import { cruiseNode, driverFrame, speedFrame, stepNode } from '../../test/hil/cruise-rig.ts';

const ROUNDS = 10;
const TRIPS_PER_ROUND = 200;

interface Subject {
  readonly name: string;
  readonly times: number[];
  trip(activation: number): Promise<unknown>;
  close(): Promise<void>;
}

async function ecu(name: string, open: () => Promise<CanLink>): Promise<Subject | string> {
  let link: CanLink;
  try {
    link = await open();
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
  const block: HostedBlock = cruiseNode();
  const host: Host = await openCanHost(block, { link, linkName: 'ecu', timing: 'answered', timeLimit: 20 });
  const trip = (i: number) => stepNode(host, block, i, { frames: [speedFrame(10, i), driverFrame(11)] });
  return { name, times: [], trip, close: async () => void (await host.close(), await link.close()) };
}

/** As many bytes as a release with its frames has. */
async function pipe(): Promise<Subject> {
  const program = await ChildProgram.start({ words: ['cat'], log() {} });
  const line = new Uint8Array(56).fill(65);
  let [missing, arrived] = [0, () => {}];
  program.onOutput((chunk) => {
    missing -= chunk.length;
    if (missing === 0) arrived();
  });
  const trip = () => {
    missing = line.length;
    const echoed = new Promise<void>((resolve) => (arrived = resolve));
    program.write(line);
    return echoed;
  };
  return { name: 'bare pipe (cat)', times: [], trip, close: () => program.end('') };
}

const opened = [
  await pipe(),
  await ecu('C on this machine', openProgram),
  await ecu('emulated Cortex-M4F', openEmulator),
];
const subjects = opened.filter((subject) => typeof subject !== 'string');
let activation = 0;
for (let round = 0; round <= ROUNDS; round++) {
  for (const { times, trip } of subjects) {
    for (let i = 0; i < TRIPS_PER_ROUND; i++) {
      const begin = performance.now();
      await trip(activation++);
      // the first round warms up
      if (round > 0) times.push(performance.now() - begin);
    }
  }
}
for (const subject of subjects) await subject.close();

const cell = (text: string) => text.padStart(12);
const milliseconds = (times: readonly number[], share: number) =>
  cell(times[Math.floor(share * (times.length - 1))].toFixed(3));
console.log(`${'round trip [ms]'.padEnd(22)}${cell('median')}${cell('p99')}${cell('largest')}${cell('trips')}`);
for (const { name, times } of subjects) {
  times.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(22)}${[0.5, 0.99, 1].map((share) => milliseconds(times, share)).join('')}${cell(`${times.length}`)}`,
  );
}
for (const problem of opened.filter((subject) => typeof subject === 'string')) console.log(problem);
