/** A sandbox in the page: frames go to a worker of its own and come back from it, and nothing else does. */
import type { OpenWay } from '../../../src/hosts/sandbox/sandboxed-block.ts';

/** Stands in stacks for wherever the module was loaded from. */
export const SANDBOX_URL = 'blob:module';

export const openPageSandbox: OpenWay = () => {
  const worker = new Worker(new URL('./sandbox.worker.ts', import.meta.url), { type: 'module', name: 'sandbox' });
  return {
    send: (frame) => worker.postMessage(frame),
    listen(frame, ended) {
      worker.onmessage = ({ data }: MessageEvent<unknown>) =>
        data instanceof Uint8Array ? frame(data) : ended('answered with something that is no answer');
      worker.onerror = ({ message }) => ended(message || 'cannot be given a worker');
    },
    close() {
      worker.terminate();
      return Promise.resolve();
    },
  };
};
