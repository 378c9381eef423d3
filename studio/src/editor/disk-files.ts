/**
 * Saving to and opening from the disk of whoever sits there. With the File System Access API a file that was opened or saved once
 * is written again without asking; elsewhere it is a download and a file chooser.
 */
import { saveFile } from '../ui/save-file.ts';

interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

interface FilePickers {
  showSaveFilePicker?(options: object): Promise<FileHandle>;
  showOpenFilePicker?(options: object): Promise<FileHandle[]>;
}

export interface DiskFile {
  readonly name: string;
  readonly text: string;
  /** To save it again in its place. */
  readonly handle?: FileHandle;
}

export type { FileHandle };

const pickers = (): FilePickers => globalThis as FilePickers;
const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const kinds = (extension: string): object[] => [
  {
    description: extension === '.ts' ? 'TypeScript' : 'YAML',
    accept: { 'text/plain': extension === '.ts' ? ['.ts', '.mts', '.js', '.mjs'] : ['.yaml', '.yml'] },
  },
];

const extensionOf = (name: string): string => (/\.ya?ml$/.test(name) ? '.yaml' : '.ts');

/** Undefined when whoever was asked thought better of it. `handle` is where it was saved before. */
export async function saveToDisk(
  name: string,
  text: string,
  handle?: FileHandle,
): Promise<{ name: string; handle?: FileHandle } | undefined> {
  const { showSaveFilePicker } = pickers();
  if (showSaveFilePicker === undefined) {
    saveFile(text, name, 'text/plain');
    return { name };
  }
  try {
    const file =
      handle ?? (await showSaveFilePicker.call(globalThis, { suggestedName: name, types: kinds(extensionOf(name)) }));
    const writable = await file.createWritable();
    await writable.write(text);
    await writable.close();
    return { name: file.name, handle: file };
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/** Undefined when nothing was chosen. */
export async function openFromDisk(extension: '.ts' | '.yaml'): Promise<DiskFile | undefined> {
  const { showOpenFilePicker } = pickers();
  if (showOpenFilePicker === undefined) return chooseFile(extension);
  try {
    const [handle] = await showOpenFilePicker.call(globalThis, { types: kinds(extension) });
    return { name: handle.name, text: await (await handle.getFile()).text(), handle };
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

function chooseFile(extension: '.ts' | '.yaml'): Promise<DiskFile | undefined> {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: extension === '.ts' ? '.ts,.mts,.js,.mjs' : '.yaml,.yml',
  });
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(undefined));
    input.addEventListener('change', async () => {
      const file = input.files?.[0];
      resolve(file && { name: file.name, text: await file.text() });
    });
    input.click();
  });
}
