/** Columns of a row of a view that see anything: two 16-bit numbers per row, the first and the one behind the last. */

// @ts-ignore: decorator
@inline
export function spanBegin(spans: usize, row: i32): i32 {
  return <i32>load<u16>(spans + (<usize>row << 2));
}

// @ts-ignore: decorator
@inline
export function spanEnd(spans: usize, row: i32): i32 {
  return <i32>load<u16>(spans + (<usize>row << 2), 2);
}

/** Columns in which rows within `reach` of this one see anything, and `reach` further on both sides: first << 16 | behind the last. */
// @ts-ignore: decorator
@inline
export function reached(spans: usize, row: i32, rows: i32, reach: i32, columns: i32): u32 {
  let first = columns;
  let behind = 0;
  const end = min(rows, row + reach + 1);
  for (let i = max(0, row - reach); i < end; i++) {
    const begin = spanBegin(spans, i);
    if (begin >= spanEnd(spans, i)) continue;
    first = min(first, begin - reach);
    behind = max(behind, spanEnd(spans, i) + reach);
  }
  first = max(0, first);
  behind = min(columns, behind);
  return first < behind ? (<u32>first << 16) | <u32>behind : 0;
}
