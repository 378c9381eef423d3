/** Hands a text to the browser as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  // what file systems dislike
  link.download = name.replace(/[\\/:*?"<>|]+/g, '-');
  link.click();
  URL.revokeObjectURL(address);
}
