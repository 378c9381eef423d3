/** A thread of a run in the page: a worker of the simulator's, which steps blocks that come with Skidpad over shared memory. */
import { findBlock } from '../../../src/catalog.ts';
import type { ThreadReport, ThreadSetup } from '../../../src/hosts/worker/worker-service.ts';
import { ThreadService } from '../../../src/hosts/worker/worker-service.ts';
import { closeOutside } from '../editor/close-outside.ts';

closeOutside();

const report = (message: ThreadReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ThreadSetup>): Promise<void> => {
  const service = await ThreadService.open(data, { findBlock }, report);
  service?.serve();
};
