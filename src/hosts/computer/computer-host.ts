/**
 * The computer host: blocks step in a program that stands for a computer, here or elsewhere, several of them in one program, in lockstep with the loop.
 *
 * Every release is written to the program at once; it works them off in order, and each answer finds its block by its number. Only inputs that have changed cross, as CDR.
 * The program runs the blocks of its own catalog: one of another version is refused, since it might give other bits.
 */
import type { StepTime } from '../../core/block.ts';
import type { Host, HostedBlock, HostRequest } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { oneLine } from '../../core/one-line.ts';
import { assetNames } from '../../core/schema.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { ChildProgram } from '../../programs/child-program.ts';
import { commandWords } from '../../programs/command-words.ts';
import { FrameSplitter } from '../process/answer-splitter.ts';
import type { BlockSetup, ReceivedFrame } from './computer-frames.ts';
import {
  assetFrame,
  COMPUTER_PROTOCOL,
  readFrame,
  readOutputs,
  stepFrame,
  textFrame,
  writeFrame,
} from './computer-frames.ts';
import { ownVersion } from './own-version.ts';

export type ComputerRequest = HostRequest<{ readonly name: string; readonly command?: string | undefined }>;

/** The program of this machine, and the version that programs must have; that of this one when absent. */
export interface OwnProgram {
  readonly words: readonly string[];
  readonly version?: string;
}

/** A host for each request, in order; those with one name share a program, our own one where no command is given. */
export async function openOnComputers(requests: readonly ComputerRequest[], own: OwnProgram): Promise<Host[]> {
  const groups = new Map<string, ComputerRequest[]>();
  for (const request of requests)
    groups.set(request.params.name, [...(groups.get(request.params.name) ?? []), request]);
  const opened = new Map<ComputerRequest, ComputerHost>();
  try {
    for (const members of groups.values()) {
      const hosts = await openComputer(members, own);
      members.forEach((request, i) => opened.set(request, hosts[i]));
    }
  } catch (error) {
    await Promise.all([...opened.values()].map((host) => host.close()));
    throw error;
  }
  return requests.map((request) => opened.get(request)!);
}

async function openComputer(members: readonly ComputerRequest[], own: OwnProgram): Promise<ComputerHost[]> {
  const [{ block: first, params, context }] = members;
  const other = members.find(({ params: { command } }) => command !== params.command);
  if (other !== undefined)
    throw new HostError(other.block.name, `starts computer ${params.name} by another command than ${first.name} does`);
  const words = params.command === undefined ? own.words : commandWords(params.command);
  let program: ChildProgram;
  try {
    program = await ChildProgram.start({ words, log: (line) => context.log(`${params.name}: ${line}`) });
  } catch (error) {
    throw new HostError(first.name, (error as Error).message);
  }
  const computer = new Computer(program, own.version ?? ownVersion);
  const hosts = members.map(({ block, context: { timeLimit } }) => computer.add(block, timeLimit));
  try {
    const names = members.flatMap(({ block }) => assetNames(block.definition.params, block.params));
    for (const name of new Set(names)) program.write(assetFrame(name, context.assets.bytes(name)));
    for (const host of hosts) await host.initialise();
  } catch (error) {
    await program.kill();
    throw error;
  }
  return hosts;
}

/** The program, as its hosts share it: it ends with the last of them. */
class Computer {
  private readonly hosts: ComputerHost[] = [];
  private readonly splitter = new FrameSplitter();
  private users = 0;
  private ending: Promise<void> | undefined;
  failure: string | undefined;

  constructor(
    readonly program: ChildProgram,
    readonly version: string,
  ) {
    program.onOutput((chunk) => this.receive(chunk));
    void program.ended.then(() => this.fail(`${program.exitReason} before the run ended`));
  }

  add(block: HostedBlock, timeLimit: number): ComputerHost {
    const host = new ComputerHost(block, this, this.hosts.length, timeLimit);
    this.hosts.push(host);
    this.users++;
    return host;
  }

  private receive(chunk: Uint8Array): void {
    if (this.failure !== undefined) return;
    try {
      for (const bytes of this.splitter.push(chunk)) {
        const frame = readFrame(bytes);
        const host = this.hosts[frame.block];
        if (host === undefined) throw new Error(`its program answered for block ${frame.block}, which is not on it`);
        host.accept(frame);
      }
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  /** Notes what went wrong first, and tells whoever waits. */
  private fail(problem: string): void {
    if (this.failure !== undefined) return;
    const { lastStderrLine } = this.program;
    const words =
      lastStderrLine === '' ? '' : `; the last line on its stderr is ${JSON.stringify(oneLine(lastStderrLine, 150))}`;
    this.failure = `${problem}${words}`;
    for (const host of this.hosts) host.wake();
  }

  /** A program that broke the protocol is not asked politely. */
  async leave(): Promise<void> {
    if (--this.users > 0) return;
    this.ending ??=
      this.failure === undefined ? this.program.end(writeFrame('E', 0, new Uint8Array(0))) : this.program.kill();
    await this.ending;
  }
}

interface Waiter {
  resolve(): void;
  readonly timer: NodeJS.Timeout;
}

class ComputerHost implements Host {
  private readonly inputs: readonly Signal[];
  private readonly outputs: readonly OutputPort[];
  /** Sequence of each input as the program knows it. */
  private readonly sent: Float64Array;
  private readonly answers: ReceivedFrame[] = [];
  private asked = 0;
  private waiter: Waiter | undefined;
  private isLate = false;
  private isClosed = false;

  constructor(
    private readonly block: HostedBlock,
    private readonly computer: Computer,
    private readonly number: number,
    private readonly timeLimit: number,
  ) {
    this.inputs = Object.values(block.inputs);
    this.outputs = Object.values(block.outputs);
    this.sent = new Float64Array(this.inputs.length).fill(-1);
  }

  async initialise(): Promise<void> {
    const { name, definition, params, seed, period } = this.block;
    const setup: BlockSetup = { protocol: COMPUTER_PROTOCOL, name, type: definition.type, params, seed, period };
    this.computer.program.write(textFrame('I', this.number, JSON.stringify(setup, finite)));
    await this.answered();
    const version = new TextDecoder().decode(this.take('R').subarray(0, 100));
    const { version: expected } = this.computer;
    if (version !== expected)
      throw this.error(`its program is of version ${version}, and this run of ${expected}: they may give other bits`);
  }

  start(time: StepTime): boolean {
    this.asked++;
    this.computer.program.write(stepFrame(this.number, time, this.inputs, this.sent));
    return false;
  }

  ready(): boolean {
    return this.answers.length > 0 || this.computer.failure !== undefined;
  }

  finish(): void | Promise<void> {
    if (this.asked === 0) throw this.error('was asked for an answer without a step');
    if (this.answers.length > 0) return this.takeOutputs();
    return this.answered().then(() => this.takeOutputs());
  }

  setParams(params: HostedBlock['params']): void {
    this.computer.program.write(textFrame('P', this.number, JSON.stringify(params, finite)));
  }

  save(): unknown {
    throw this.error('the state of a block on another computer cannot be saved');
  }

  restore(): void {
    throw this.error('the state of a block on another computer cannot be restored');
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.computer.leave();
  }

  accept(frame: ReceivedFrame): void {
    this.answers.push(frame);
    this.wake();
  }

  wake(): void {
    const { waiter } = this;
    if (waiter === undefined) return;
    this.waiter = undefined;
    clearTimeout(waiter.timer);
    waiter.resolve();
  }

  /** Until there is an answer, or none can be. */
  private answered(): Promise<void> {
    if (this.ready()) return Promise.resolve();
    return new Promise((resolve) => {
      // pipes are read once more before it is given up: when we ourselves stood still, the answer may lie there
      const giveUp = () => {
        this.isLate = this.waiter === waiter;
        if (this.isLate) this.wake();
      };
      const waiter: Waiter = { resolve, timer: setTimeout(() => setImmediate(giveUp), this.timeLimit * 1000) };
      this.waiter = waiter;
    });
  }

  private takeOutputs(): void {
    const payload = this.take('O');
    this.asked--;
    try {
      readOutputs(payload, this.outputs);
    } catch (error) {
      throw this.error(`its program answered with what are not its outputs: ${(error as Error).message}`);
    }
  }

  private take(expected: 'R' | 'O'): Uint8Array {
    const answer = this.answers.shift();
    if (answer === undefined)
      throw this.error(
        this.isLate ? `did not answer within ${this.timeLimit} s` : (this.computer.failure ?? 'is silent'),
      );
    if (answer.operation === expected) return answer.payload;
    const says = new TextDecoder().decode(answer.payload.subarray(0, 1000));
    throw this.error(
      answer.operation === 'X'
        ? says
        : `its program answered ${JSON.stringify(answer.operation)}; expected ${expected}`,
    );
  }

  private error(problem: string): HostError {
    return new HostError(this.block.name, problem);
  }
}

/** JSON has no infinities. */
function finite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`parameter ${key} is ${value}, which cannot be told to another computer`);
  return value;
}
