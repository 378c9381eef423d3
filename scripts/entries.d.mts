/** An entry of the package, or a program in it. */
export interface Entry {
  readonly name: string;
  readonly source: string;
  readonly needsNode?: boolean;
}
export const entries: readonly Entry[];
export const programs: readonly Entry[];
export function declarationFile(source: string): string;
export function packageExports(): Record<string, string | { types: string; default: string }>;
export function sideEffects(): string[];
export function writePackageExports(): void;
