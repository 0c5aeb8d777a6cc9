// Format of golden values, and their comparison with computed values.

const named = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY };

/** Converts "NaN" and "Infinity" in a recorded value to numbers. */
export function decode(recorded) {
  if (typeof recorded === 'string') return recorded in named ? named[recorded] : recorded;
  if (Array.isArray(recorded)) return recorded.map(decode);
  if (typeof recorded !== 'object' || recorded === null) return recorded;
  return Object.fromEntries(Object.entries(recorded).map(([key, value]) => [key, decode(value)]));
}

/** Returns the result of `evaluate`, or an error as `{ error: its class }`, like golden files. */
export function getOutcome(evaluate) {
  try {
    return evaluate();
  } catch (error) {
    return { error: error.name };
  }
}

const doublePrecision = { absolute: 1e-11, relative: 1e-9 };

const isError = (value) => typeof value === 'object' && value !== null && 'error' in value;

/**
 * Returns true if `actual` equals the recorded value within 1e-11 + 1e-9 * max(|a|, |b|) or the given tolerance, with
 * equal NaN and infinities; compares lists and records by member. Any FairwasmError matches any error class.
 */
export function agrees(recorded, actual, tolerance = doublePrecision) {
  if (isError(recorded)) return isError(actual) && actual.error === 'FairwasmError';
  const expected = decode(recorded);
  if (typeof expected === 'number' && typeof actual === 'number') {
    return isClose(expected, actual, tolerance);
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null || isError(actual)) return false;
  const keys = Object.keys(expected);
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => key in actual && agrees(expected[key], actual[key], tolerance))
  );
}

function isClose(a, b, { absolute, relative }) {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= absolute + relative * Math.max(Math.abs(a), Math.abs(b));
}

/** Parses a recorded row-major matrix: { rows, columns, data }; a list has one column. */
export function getMatrix({ shape: [rows, columns = 1], data, bits }) {
  return { rows, columns, data: bits === undefined ? decode(data) : Array.from(bits, Number) };
}

/** Parses a recorded call, `Class.method(name=value, …)`; Python's literals become JavaScript's. */
export function parseCall(key) {
  const match = key.match(/^(?:(\w+)\.)?(\w+)\((.*)\)$/);
  if (!match) return { owner: '', method: key, options: {}, positional: [] };
  const [, owner = '', method, list] = match;
  const options = {};
  const positional = [];
  for (const part of list.split(/,\s*/).filter(Boolean)) {
    const [name, value] = part.split('=');
    if (value === undefined) positional.push(name);
    else options[name] = literal(value);
  }
  return { owner, method, options, positional };
}

const literals = { None: null, True: true, False: false };

function literal(text) {
  if (text in literals) return literals[text];
  const quoted = text.match(/^'(.*)'$/);
  if (quoted) return quoted[1];
  return Number.isNaN(Number(text)) ? text : Number(text);
}
