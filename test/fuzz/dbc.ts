/** DBC files: damaged texts and bytes. What is accepted is written and read again, and its messages decode and encode any bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { busMessages } from '../../src/bus/dbc/database.ts';
import { layoutPicture } from '../../src/bus/dbc/layout-picture.ts';
import { layoutSvg } from '../../src/bus/dbc/layout-svg.ts';
import { MessageCodec } from '../../src/bus/dbc/message-codec.ts';
import { readDbc } from '../../src/bus/dbc/read-dbc.ts';
import { writeDbc } from '../../src/bus/dbc/write-dbc.ts';
import { chance, nextUint32 } from '../../src/math/random.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedBytes, damagedText, drawsOf, oneOf } from './support/mutations.ts';

const files = ['scenarios/hil/cruise.dbc', 'test/fixtures/dbc/everything.dbc'].map((name) =>
  readFileSync(join(projectRoot, name), 'utf8'),
);

export const fuzzer: Fuzzer = {
  name: 'dbc',
  run(seed, index) {
    const draws = drawsOf('dbc', seed, index);
    const text = oneOf(draws, files);
    const source = chance(draws, 0.8)
      ? damagedText(draws, text)
      : new Uint8Array(damagedBytes(draws, new TextEncoder().encode(text)));
    const data = Uint8Array.from({ length: 64 }, () => nextUint32(draws) & 255);
    return attempt(
      () => String(source),
      () => {
        const { database } = readDbc(source, 'file.dbc');
        const written = writeDbc(database);
        const again = readDbc(written, 'file.dbc').database;
        if (!isDeepStrictEqual(again, database)) throw new Error('another database after it was written');
        if (writeDbc(again) !== written) throw new Error('another text when it is written again');
        for (const message of busMessages(database)) {
          if (message.length > 64) continue;
          layoutPicture(message);
          layoutSvg([message]);
          const codec = new MessageCodec(message);
          const values = new Float64Array(codec.signals.length);
          codec.decode(data, values);
          codec.encode(data, values);
        }
      },
    );
  },
};
