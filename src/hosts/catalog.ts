/** The kinds of hosts and clocks under Node. Each is loaded when it is first opened: most runs need none. */
import { fileURLToPath } from 'node:url';
import { CAN_LINK } from '../bus/can/can-link.ts';
import type { AnyClockKind } from '../core/clock.ts';
import { defineClock, freeClock } from '../core/clock.ts';
import type { AnyHostKind, Host, HostRequest } from '../core/host.ts';
import { defineHost } from '../core/host.ts';
import { localHost } from '../core/local-host.ts';
import { canKind } from './can/kind.ts';
import { computerKind } from './computer/kind.ts';
import { externalClockKind, pacedClockKind } from './clocks/kinds.ts';
import { entryUrl } from './entry-url.ts';
import { BYTE_LINK } from '../bus/serial/byte-link.ts';
import { processKind } from './process/kind.ts';
import { ROSBRIDGE_LINK } from '../rosbridge/rosbridge-link.ts';
import type { RosbridgeLink } from '../rosbridge/rosbridge-link.ts';
import { rosbridgeHostKind } from './rosbridge/kind.ts';
import { serialHostKind } from './serial/kind.ts';
import { videoKind } from './video/kind.ts';
import { workerKind } from './worker/kind.ts';

async function openWorkers(requests: readonly HostRequest[]): Promise<Host[]> {
  const { openOnThreads } = await import('./worker/open-on-threads.ts');
  const { nodeThread } = await import('./worker/node-thread.ts');
  return openOnThreads(requests, nodeThread({ workerUrl: entryUrl('worker-main.js') }));
}

const workerHost = defineHost({
  ...workerKind,
  open: async (block, params, context) => (await openWorkers([{ block, params, context }]))[0],
  openTogether: (requests) => openWorkers(requests),
});

async function openComputers(requests: readonly HostRequest[]): Promise<Host[]> {
  const { openOnComputers } = await import('./computer/computer-host.ts');
  return openOnComputers(requests, { words: [process.execPath, fileURLToPath(entryUrl('computer-main.js'))] });
}

const computerHost = defineHost({
  ...computerKind,
  open: async (block, params, context) => (await openComputers([{ block, params, context }]))[0],
  openTogether: (requests) => openComputers(requests),
});

const processHost = defineHost({
  ...processKind,
  async open(block, params, { timeLimit, log }) {
    return (await import('./process/process-host.ts')).openProcessHost(block, { ...params, timeLimit, log });
  },
});

const serialHost = defineHost({
  ...serialHostKind,
  async open(block, { link: linkName }, { links }) {
    const link = links.get(linkName, BYTE_LINK, `blocks.${block.name}.host.link`);
    const faults = links.faultsOf(linkName);
    return (await import('./serial/serial-host.ts')).openSerialHost(block, { link, linkName, faults });
  },
});

const canHost = defineHost({
  ...canKind,
  async open(block, { link: linkName, timing }, { links, timeLimit }) {
    const link = links.get(linkName, CAN_LINK, `blocks.${block.name}.host.link`);
    const faults = links.faultsOf(linkName);
    return (await import('./can/can-host.ts')).openCanHost(block, { link, linkName, timing, timeLimit, faults });
  },
});

const videoHost = defineHost({
  ...videoKind,
  open: async (block, params, context) => (await import('./video/video-host.ts')).openVideoHost(block, params, context),
});

const rosbridgeHost = defineHost({
  ...rosbridgeHostKind,
  async open(block, { link: linkName, ...params }, { links, timeLimit, log }) {
    const link = links.get<RosbridgeLink>(linkName, ROSBRIDGE_LINK, `blocks.${block.name}.host.link`);
    return (await import('./rosbridge/rosbridge-host.ts')).openRosbridgeHost(block, {
      ...params,
      link,
      timeLimit,
      log,
    });
  },
});

const pacedClock = defineClock({
  ...pacedClockKind,
  open: async ({ speed }, { tickNs }) => new (await import('./clocks/paced-clock.ts')).PacedClock(tickNs, speed),
});

const externalClock = defineClock({
  ...externalClockKind,
  open: async ({ realTime }, { tickNs }) =>
    new (await import('./clocks/external-clock.ts')).ExternalClock(process.stdin, tickNs, { realTime }),
});

export const hostKinds: readonly AnyHostKind[] = [
  localHost,
  workerHost,
  processHost,
  computerHost,
  canHost,
  serialHost,
  videoHost,
  rosbridgeHost,
];
export const clockKinds: readonly AnyClockKind[] = [freeClock, pacedClock, externalClock];
