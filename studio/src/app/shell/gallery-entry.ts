/** One card of the gallery, as scripts/generate-gallery.mjs measured it; lengths in metres of the map. */
export interface GalleryEntry {
  /** Below the project's root. */
  path: string;
  group: string;
  name: string;
  description: string;
  /** What was driven: x, y, x, y … rounded to centimetres, at most 200 points each. `colour` counts the cars from 1. */
  paths: { colour?: number; points: number[] }[];
  /** Lines on the ground: x, y, x, y … */
  stripes: number[][];
  /** Corners of what stands on it. */
  solids: number[][];
  expectations: { doc: string; pass: boolean; value: number | null; unit: string }[];
  /** Simulated [s]. */
  duration: number;
  /** Of everything published in this run; empty where it depends on what a student writes. */
  hash: string;
  /** Whether it runs in the page: no program of its own, nothing left to be written. */
  runnable: boolean;
  /** The same on the command line. */
  command: string;
}
