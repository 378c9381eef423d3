/** Hands data to the browser as a file to be saved. */
export function saveFile(data: Blob | string | Uint8Array, name: string, type = 'application/octet-stream'): void {
  const blob = data instanceof Blob ? data : new Blob([data as BlobPart], { type });
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // the download has its own hold on the data by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name for a file about a run: letters, digits and dashes. */
export const fileName = (title: string, ending: string): string =>
  `${title.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'skidpad'}.${ending}`;
