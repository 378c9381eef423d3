/** `skidpad robot`: a robot in its own process and its own time, behind a rosbridge server; with a real one in its place only the address changes. */
import { packageFile } from '../../node/package-files.ts';
import type { RunOptions } from './run.ts';
import { run } from './run.ts';

export interface RobotOptions extends Pick<RunOptions, 'duration' | 'out' | 'force' | 'json'> {
  readonly port?: string;
  readonly host?: string;
}

export function robot(file: string | undefined, options: RobotOptions): Promise<void> {
  const { port, host, out, ...more } = options;
  const set = [
    ...(port === undefined ? [] : [`links.clients.port=${port}`]),
    ...(host === undefined ? [] : [`links.clients.host=${host}`]),
  ];
  return run(file ?? packageFile('robots/picar-s.yaml'), {
    ...more,
    set,
    host: [],
    out,
    record: out !== undefined,
  } as RunOptions);
}
