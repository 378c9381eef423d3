/** About how many bytes plain data takes: its arrays, and a little for everything else. What a host keeps elsewhere, it says. */
export function plainSize(value: unknown, seen = new Set<object>()): number {
  if (ArrayBuffer.isView(value)) return value.byteLength + 64;
  if (typeof value === 'string') return 2 * value.length + 16;
  if (typeof value !== 'object' || value === null || seen.has(value)) return 8;
  seen.add(value);
  const { heldElsewhere } = value as { heldElsewhere?: unknown };
  let bytes = typeof heldElsewhere === 'number' ? 32 + heldElsewhere : 32;
  for (const item of Array.isArray(value) ? value : Object.values(value)) bytes += plainSize(item, seen);
  return bytes;
}
