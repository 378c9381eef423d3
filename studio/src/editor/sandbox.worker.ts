/** The inside of a sandbox in the page: a worker without network, storage or other workers, in which one module is loaded and stepped. */
import * as library from '../../../src/index.ts';
import { SandboxService } from '../../../src/hosts/sandbox/sandbox-service.ts';
import { checkedBlock } from '../../../src/scenario/modules.ts';
import { closeOutside } from './close-outside.ts';
import { SANDBOX_URL } from './page-sandbox.ts';
import { libraryBridge, withLibrary } from './user-module.ts';

closeOutside();

let url = '';

const service = new SandboxService({
  importText(text) {
    url = URL.createObjectURL(new Blob([withLibrary(text, libraryBridge(library))], { type: 'text/javascript' }));
    return import(/* @vite-ignore */ url) as Promise<{ default?: unknown }>;
  },
  asBlock: (exported, type) => checkedBlock(exported, type, ''),
  stackOf: ({ stack }) => (url === '' ? stack : stack?.replaceAll(url, SANDBOX_URL)),
});

self.onmessage = async ({ data }: MessageEvent<Uint8Array>): Promise<void> => {
  self.postMessage(await service.answer(data));
};
