/** The entry of a program that stands for a computer. */
import { serveComputer } from './serve-computer.ts';

await serveComputer();
