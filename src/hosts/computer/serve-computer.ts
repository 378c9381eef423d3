/** A program that stands for a computer: steps blocks of the catalog, as it is told on its standard input, and answers on its standard output. */
import { findBlock } from '../../catalog.ts';
import { FrameSplitter } from '../process/answer-splitter.ts';
import { ComputerService } from './computer-service.ts';
import { ownVersion } from './own-version.ts';

/** Pictures of four cameras and more. */
const LONGEST_FRAME = 1 << 30;

/** Until it is told that this was all, or its input ends. */
export async function serveComputer(): Promise<void> {
  const write = (frame: Uint8Array): void => void process.stdout.write(frame);
  const service = new ComputerService({ catalog: { findBlock }, version: ownVersion, write });
  const splitter = new FrameSplitter(LONGEST_FRAME);
  for await (const chunk of process.stdin)
    for (const frame of splitter.push(chunk as Uint8Array)) if (!(await service.take(frame))) return;
}
