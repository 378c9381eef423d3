export function drawSample<T>(items: readonly T[], count: number, seed: number): T[];
export function wilson(found: number, tried: number): [low: number, high: number];
