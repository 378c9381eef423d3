/** The bundle with its constants, as text. */
export function withConstants(text: string): string;
