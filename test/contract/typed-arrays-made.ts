/** How often code makes typed arrays: a step that makes some every time keeps the garbage collector busy. */
const typedArrays = [
  'Float64Array',
  'Float32Array',
  'Int32Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
] as const;

/** How many typed arrays are made while `work` runs. */
export function typedArraysMade(work: () => void): number {
  let made = 0;
  const originals = typedArrays.map((name) => globalThis[name]);
  typedArrays.forEach((name) => {
    (globalThis as any)[name] = new Proxy(globalThis[name], {
      construct(target, args, newTarget) {
        made++;
        return Reflect.construct(target, args, newTarget);
      },
    });
  });
  try {
    work();
  } finally {
    typedArrays.forEach((name, i) => ((globalThis as any)[name] = originals[i]));
  }
  return made;
}
