/**
 * What follows from a block's parameters alone (tables, maps, factorised matrices): made at the first use and kept
 * beside the parameters, outside the state, so that snapshots stay small and a copied block makes its own.
 */
export function derivedFrom<P extends object, D>(make: (params: P) => D): (params: P) => D {
  const made = new WeakMap<P, D>();
  return (params) => {
    let derived = made.get(params);
    if (derived === undefined) {
      derived = make(params);
      made.set(params, derived);
    }
    return derived;
  };
}
