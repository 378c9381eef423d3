/** Numbers as the tables of a study print them. */
export function number(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  return value !== 0 && Math.abs(value) < 1e-3
    ? value.toExponential(2).replace('-', '−')
    : Number(value.toPrecision(digits)).toString();
}
