/**
 * Cholesky factorisation of sparse symmetric positive definite matrices, A = L Lᵀ.
 *
 * Up-looking: row k of L solves L(0…k−1) x = A(0…k−1, k), and its pattern is what the elimination tree reaches from the entries of
 * that column. The tree and the sizes of columns follow from the pattern alone and are found once; numbers may be factored anew.
 * Matrices are the upper triangle in compressed columns, rows ascending within a column, the diagonal last.
 * Reference: Davis, Direct Methods for Sparse Linear Systems, SIAM 2006, ch. 4.
 * Checked against: dense Cholesky, and L Lᵀ = A.
 */
export interface SparseUpper {
  readonly size: number;
  /** Where each column begins; one more than there are columns. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

export interface SparseFactor {
  readonly size: number;
  readonly parents: Int32Array;
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
  /** Work memory of the factorisation. */
  readonly stack: Int32Array;
  readonly marks: Int32Array;
  readonly ends: Int32Array;
  readonly column: Float64Array;
}

/** The elimination tree: the first row below the diagonal that each column of L has, −1 where there is none. */
function eliminationTree({ size, starts, rows }: SparseUpper): Int32Array {
  const parents = new Int32Array(size).fill(-1);
  const ancestors = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) {
    for (let p = starts[k]; p < starts[k + 1]; p++) {
      let i = rows[p];
      while (i !== -1 && i < k) {
        const next = ancestors[i];
        ancestors[i] = k;
        if (next === -1) parents[i] = k;
        i = next;
      }
    }
  }
  return parents;
}

/** stack[top…] ← pattern of row k of L in topological order; returns top. */
function reach(
  { starts, rows, size }: SparseUpper,
  k: number,
  parents: Int32Array,
  stack: Int32Array,
  marks: Int32Array,
): number {
  let top = size;
  marks[k] = k;
  for (let p = starts[k]; p < starts[k + 1]; p++) {
    let i = rows[p];
    if (i > k) continue;
    let length = 0;
    for (; marks[i] !== k; i = parents[i]) {
      stack[length++] = i;
      marks[i] = k;
    }
    while (length > 0) stack[--top] = stack[--length];
  }
  return top;
}

/** Room for the factor of every matrix of this pattern. */
export function analyse(matrix: SparseUpper): SparseFactor {
  const { size } = matrix;
  const parents = eliminationTree(matrix);
  const stack = new Int32Array(size);
  const marks = new Int32Array(size).fill(-1);
  const counts = new Int32Array(size).fill(1);
  for (let k = 0; k < size; k++) {
    for (let t = reach(matrix, k, parents, stack, marks); t < size; t++) counts[stack[t]]++;
  }
  const starts = new Int32Array(size + 1);
  for (let k = 0; k < size; k++) starts[k + 1] = starts[k] + counts[k];
  return {
    size,
    parents,
    starts,
    rows: new Int32Array(starts[size]),
    values: new Float64Array(starts[size]),
    stack,
    marks,
    ends: new Int32Array(size),
    column: new Float64Array(size),
  };
}

/** L of a matrix of the pattern that was analysed; false where it is not positive definite. */
export function factorise(matrix: SparseUpper, factor: SparseFactor): boolean {
  const { size, parents, starts, rows, values, stack, marks, ends, column } = factor;
  marks.fill(-1);
  ends.set(starts.subarray(0, size));
  for (let k = 0; k < size; k++) {
    const top = reach(matrix, k, parents, stack, marks);
    // column k of A, scattered
    column[k] = 0;
    for (let p = matrix.starts[k]; p < matrix.starts[k + 1]; p++) {
      if (matrix.rows[p] <= k) column[matrix.rows[p]] = matrix.values[p];
    }
    let diagonal = column[k];
    column[k] = 0;
    // row k of L, entry by entry
    for (let t = top; t < size; t++) {
      const i = stack[t];
      const entry = column[i] / values[starts[i]];
      column[i] = 0;
      for (let p = starts[i] + 1; p < ends[i]; p++) column[rows[p]] -= values[p] * entry;
      diagonal -= entry * entry;
      const at = ends[i]++;
      rows[at] = k;
      values[at] = entry;
    }
    if (!(diagonal > 0)) return false;
    const at = ends[k]++;
    rows[at] = k;
    values[at] = Math.sqrt(diagonal);
  }
  return true;
}

/** x ← A⁻¹ x. */
export function solveInPlace({ size, starts, rows, values }: SparseFactor, x: Float64Array): void {
  for (let k = 0; k < size; k++) {
    x[k] /= values[starts[k]];
    for (let p = starts[k] + 1; p < starts[k + 1]; p++) x[rows[p]] -= values[p] * x[k];
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let p = starts[k] + 1; p < starts[k + 1]; p++) x[k] -= values[p] * x[rows[p]];
    x[k] /= values[starts[k]];
  }
}
