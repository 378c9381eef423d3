/** What a fuzzer is, and what an input may do at most: be accepted, or be refused in one plain sentence, soon. */
import { HostError } from '../../../src/core/host.ts';
import { InputError } from '../../../src/core/input-error.ts';
import { LinkError } from '../../../src/core/link.ts';

export interface Fuzzer {
  readonly name: string;
  /** Makes one input of a seed and its number, and throws when that broke something. */
  run(seed: number, index: number): Promise<void> | void;
  /** After the last input; throws when they broke something together. */
  finish?(): Promise<void>;
}

/**
 * CPU time that one input may take [s]: 2 in `npm run fuzz`, which has a process to itself; here that of other tests in this process
 * counts too, and machines differ.
 */
const MOST_CPU = Number(process.env.FUZZ_MOST_CPU ?? 20);
const LONGEST_SENTENCE = 1024;

/** Runs `work` on an input; throws unless it returns or refuses, and soon. `input` is shown when it does not. */
export async function attempt(input: () => string, work: () => unknown, isRefusal = isDocumented): Promise<void> {
  const tooLong = stopwatch();
  try {
    await work();
  } catch (error) {
    const problem = !isRefusal(error) ? `threw ${(error as Error)?.stack}` : sentenceProblem((error as Error).message);
    if (problem !== undefined) throw new Error(`${problem}\n\nfor the input\n${input().slice(0, 20_000)}`);
  }
  tooLong(input);
}

/** Throws, when it is called, if more CPU time has passed since than an input may take. */
export function stopwatch(): (input: () => string) => void {
  const before = process.cpuUsage();
  return (input) => {
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1e6;
    if (cpu > MOST_CPU) throw new Error(`took ${cpu} s of CPU time\n\nfor the input\n${input().slice(0, 20_000)}`);
  };
}

const isDocumented = (error: unknown): boolean =>
  error instanceof InputError || error instanceof HostError || error instanceof LinkError;

function sentenceProblem(sentence: string): string | undefined {
  if (sentence.length > LONGEST_SENTENCE) return `refused in ${sentence.length} characters: ${sentence}`;
  if (/\p{Cc}/u.test(sentence)) return `refused with control characters: ${JSON.stringify(sentence)}`;
  return sentence === '' ? 'refused without a word' : undefined;
}
