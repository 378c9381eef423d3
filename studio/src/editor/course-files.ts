/**
 * The files that the editor offers, as one piece that is loaded with the editor: the labs of the course, the examples, and what
 * their scenarios are made of. The model solutions stay out.
 */
import type { ProjectFiles } from './starting-points.ts';

const texts: Record<string, string> = import.meta.glob(
  [
    '../../../docs/course/lab*/*.{md,yaml,ts}',
    '../../../examples/blocks/*',
    '../../../examples/lane/*.{ts,yaml}',
    '../../../worlds/*.yaml',
    '../../../vehicles/**/*.yaml',
    '../../../scenarios/monosim/pid.yaml',
  ],
  { query: '?raw', import: 'default', eager: true },
);

export const courseFiles: ProjectFiles = new Map(
  Object.entries(texts).map(([path, text]) => [path.replace(/^(\.\.\/)+/, ''), text]),
);
