// Objects that many keys of a case share.

const kept = new WeakMap();

/** What `make` gave when it was first asked for by this name for this case. */
export function once(golden, name, make) {
  if (!kept.has(golden)) kept.set(golden, new Map());
  const known = kept.get(golden);
  if (!known.has(name)) known.set(name, make());
  return known.get(name);
}
