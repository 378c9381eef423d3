/** The path of what was compiled; throws a sentence when it cannot be. */
export function buildFirmware(application: string, target: 'mps2' | 'slcan' | 'process'): string;
