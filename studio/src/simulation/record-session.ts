/** A run from its beginning to where it is now, as an MCAP file: it is run again, which gives the same bits, and recorded. */
import { McapWriter } from '../../../src/record/mcap/writer.ts';
import { RunRecorder } from '../../../src/record/run-recorder.ts';
import { run } from '../../../src/run/run.ts';
import type { Session } from '../../../src/run/session.ts';
import { version } from '../../../src/run/version.ts';

export async function recordSession(
  session: Session,
  progress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const scenario = session.exportScenario();
  const pieces: Uint8Array[] = [];
  const writer = new McapWriter({ write: (bytes) => void pieces.push(bytes.slice()) });
  const recorder = new RunRecorder(writer, scenario, version);
  const ticks = session.loop.tick;
  await run(
    { scenario, ticks: Math.max(1, ticks) },
    {
      attach: ({ loop }) => recorder.attach(loop),
      progress: (share) => progress(share),
      finish(result) {
        recorder.finish(result);
        writer.close();
      },
    },
  );
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
