/** Waits until something is so. How soon is no matter; a test that waits in vain has to end some time. */
const PATIENCE_MS = 300_000;

export async function until(isTrue: () => boolean): Promise<void> {
  for (const start = performance.now(); !isTrue(); ) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`waited in vain: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
