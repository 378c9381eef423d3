/** Round values for the axis of a bar chart. */

/** From 0 to at least `most`, about five steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(most: number): number[] {
  if (!(most > 0)) return [0];
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * (1 - 1e-9))!;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
