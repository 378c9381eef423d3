/** `skidpad latency`: how old the data behind every command was, hop by hop. */
import { openRun } from '../../node/open-run.ts';
import { commandLatencies } from '../../record/latency.ts';
import { formatDuration, formatTable } from '../table.ts';

export async function latency(path: string, options: { json?: boolean }): Promise<void> {
  const { recording, scenario } = await openRun(path);
  const commands = commandLatencies(recording, scenario);
  recording.close();
  if (options.json) return void console.log(JSON.stringify(commands, null, 2));
  if (commands.length === 0) return void console.log('no plant read a command in this run');
  for (const { path: chain, samples, hops, age } of commands) {
    console.log(`${chain}   (${samples} commands)`);
    const rows = [...hops, age].map(({ hop, min, median, p99, max }) => [
      hop,
      ...[min, median, p99, max].map(formatDuration),
    ]);
    console.log(`${formatTable(['hop', 'min', 'median', 'p99', 'max'], rows)}\n`);
  }
}
