// Objects that several keys of a case share.

const kept = new WeakMap();

/** Returns the result of `make` from its first call with this name for this case. */
export function once(golden, name, make) {
  if (!kept.has(golden)) kept.set(golden, new Map());
  const known = kept.get(golden);
  if (!known.has(name)) known.set(name, make());
  return known.get(name);
}
