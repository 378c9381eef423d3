/** Where the build puts a file that is loaded by its address: worker threads, and the library for users' modules. */
export const entryUrl = (name: string): URL => new URL(`./${name}`, import.meta.url);
