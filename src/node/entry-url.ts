/** Where the build puts files that are loaded by their address: worker threads, and the library for users' modules. */

/** Chunks of the bundle live one folder below the entries. */
export const entryUrl = (name: string): URL =>
  new URL(import.meta.url.includes('/chunks/') ? `../${name}` : `./${name}`, import.meta.url);
