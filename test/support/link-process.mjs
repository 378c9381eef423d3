/**
 * A link in the main thread of a process of its own: packages with compiled parts do not bear other threads. Told over its channel what to do
 * with it; tells what it hears.
 */
import { nodeCatalog } from '../../dist/node.js';

const tell = (message) => process.send(message);
let link;

const OPERATIONS = {
  async open({ kind, params }) {
    try {
      link = await nodeCatalog.links
        .get(kind)
        .open(params, { name: 'door', nowNs: () => 7, log: (line) => tell({ log: line }) });
    } catch (error) {
      return tell({ refused: error.message });
    }
    link.listen((heard, at) => tell({ heard: structuredClone(heard), at }));
    link.onFailure((problem) => tell({ problem }));
    tell({ opened: true });
  },
  write: ({ bytes }) => link.write(bytes),
  send: ({ frame }) => link.send(frame),
  async close() {
    await link?.close();
    tell({ closed: true });
  },
};

process.on('message', (message) => OPERATIONS[message.do](message));
process.on('disconnect', () => process.exit());
