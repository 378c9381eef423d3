/** The kernels that make pictures of another size. */

/** Source, bytes between its rows, channels, destination, its width and rows, two tables or factors, and room. */
type Resize = (
  src: number,
  step: number,
  channels: number,
  dst: number,
  width: number,
  rows: number,
  columns: number,
  lines: number,
  room: number,
) => void;

/** Addresses are bytes in the memory; what each kernel wants is said in its source. */
export interface ResizeKernels {
  resizeLinear: Resize;
  resizeArea: Resize;
  resizeBlocks: Resize;
}
