/** The kernels that make one view of several pictures. */

/** Addresses are bytes in the memory; what each kernel wants is said in its source. */
export interface SurroundKernels {
  stitch(records: number, starts: number, cameras: number, dst: number, columns: number, rows: number): void;
  compareOverlaps(records: number, list: number, count: number, cameras: number, sums: number): void;
  moveRecords(
    records: number,
    to: number,
    starts: number,
    rows: number,
    meshes: number,
    nodes: number,
    shift: number,
  ): void;
}
