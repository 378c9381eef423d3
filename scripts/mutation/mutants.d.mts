export interface Mutant {
  readonly kind: 'arithmetic' | 'boundary' | 'constant' | 'logic' | 'condition' | 'statement' | 'return';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly line: number;
  readonly change: string;
}
export function mutantsOf(text: string, name?: string): Mutant[];
export function applyMutant(text: string, mutant: Pick<Mutant, 'start' | 'end' | 'replacement'>): string;
