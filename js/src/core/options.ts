// SPDX-License-Identifier: Apache-2.0
//
// Rejects unknown options and invalid values, so that plain JavaScript has the same checks as TypeScript. The error
// suggests the right name, including for names from other libraries.

import { invalid } from './error.js';
import { didYouMean, nearest } from './nearest.js';

// Names of the same options in AIF360, fairlearn, scikit-learn, ignite, and bias_amplification, in lower case and
// without underscores. The first fairwasm name that the call accepts is suggested.
const peerNames: Readonly<Record<string, readonly string[]>> = {
  ytrue: ['label'],
  y: ['label'],
  labels: ['label'],
  target: ['label'],
  ypred: ['prediction', 'score'],
  predictions: ['prediction'],
  probas: ['score'],
  logits: ['score'],
  eps: ['epsilon', 'epsilons'],
  kcoeflip: ['lipConst'],
  lipschitz: ['lipConst'],
  a: ['attribute'],
  t: ['task'],
  apred: ['attributePrediction'],
  tpred: ['taskPrediction'],
  scores: ['score'],
  sampleweight: ['weight'],
  sampleweights: ['weight'],
  weights: ['weight'],
  instanceweights: ['weight'],
  clusterid: ['cluster'],
  clusters: ['cluster'],
  subject: ['cluster'],
  subjectid: ['cluster'],
  patient: ['cluster'],
  poslabel: ['favorable'],
  favorablelabel: ['favorable'],
  favourable: ['favorable'],
  favorablelabels: ['favorable'],
  favorablevalue: ['favorable', 'favorableValue'],
  polarity: ['outcome'],
  sensitivefeatures: ['groups', 'sensitiveFeatures'],
  groups: ['sensitiveFeatures', 'groupLabels', 'attributes'],
  grouplabels: ['groups'],
  protected: ['groups'],
  protectedattributenames: ['groups'],
  group: ['groups'],
  protattr: ['groups'],
  protectedattribute: ['groups'],
  protectedattributes: ['groups'],
  privgroup: ['privileged'],
  privilegedgroups: ['privileged'],
  unprivilegedgroups: ['unprivileged'],
  nboot: ['nBoot', 'draws', 'uncertainty'],
  ndraws: ['draws'],
  randomstate: ['seed'],
  niter: ['numIters'],
  yscore: ['score'],
  probaspred: ['score'],
  numtrials: ['trials'],
  minattrsize: ['minSize', 'minAttributeSize'],
  tooverall: ['toOverall'],
  betweengroups: ['betweenGroups'],
  worstcase: ['worstCase'],
  n: ['rows'],
  errorpercent: ['error'],
  dataerrorpercent: ['dataError'],
  attackermodel: ['attacker'],
  attackeratot: ['attackers'],
  attackerttoa: ['attackers'],
  evalmetric: ['metric'],
  method: ['aggregate'],
  lossfunction: ['loss'],
  lr: ['learningRate'],
  numlayers: ['layers'],
  numfirst: ['firstWidth'],
  inputdims: ['inputs'],
  outputdims: ['outputs'],
  feat: ['feature'],
  data: ['label'],
  pred: ['prediction'],
  feattest: ['test'],
  datatest: ['test'],
  predtest: ['test'],
  errors: ['error'],
  counts: ['rows'],
  maxl: ['maxConditions'],
  maxlevel: ['maxConditions'],
  minsup: ['minRows'],
  sigma: ['minRows'],
  k: ['top'],
  rank: ['position'],
  md: ['markdown'],
  txt: ['text'],
};

/** Returns the option of `names` that `name` was probably meant to be, if any. */
export function suggestion(name: string, names: readonly string[]): string | undefined {
  const plain = name.replaceAll(/[_\s-]/g, '').toLowerCase();
  const peers = Object.hasOwn(peerNames, plain) ? peerNames[plain] : [];
  return (
    names.find((each) => each.toLowerCase() === plain) ??
    peers?.find((each) => names.includes(each)) ??
    nearest(name, names) ??
    names.find((each) => plain.length > 2 && each.toLowerCase().startsWith(plain))
  );
}

/** Returns the quoted name, with the name of `names` that was probably meant. */
export const withSuggestion = (name: string, names: readonly string[]): string =>
  `'${name}'${didYouMean(suggestion(name, names))}`;

/**
 * Throws if `input` has names that are not in `allowed`.
 *
 * @param caller The function that takes the options: `audit`.
 * @throws FairwasmError `invalidArgument` for an unknown name, and for anything but an object.
 */
export function requireOptions(caller: string, input: unknown, allowed: readonly string[]): void {
  if (!isPlain(input)) throw invalid(caller, `an object with options: ${allowed.join(', ')}`, shown(input));
  const unexpected = Object.keys(input).find((name) => !allowed.includes(name));
  if (unexpected === undefined) return;
  throw invalid(caller, `options among ${allowed.join(', ')}`, withSuggestion(unexpected, allowed));
}

/**
 * Returns `value` if it is one of `choices`.
 *
 * @throws FairwasmError `invalidArgument` for anything else.
 */
export function requireOneOf<T extends string>(argument: string, value: unknown, choices: readonly T[]): T {
  if (choices.includes(value as T)) return value as T;
  throw invalid(
    argument,
    `one of ${choices.join(', ')}`,
    typeof value === 'string' ? withSuggestion(value, choices) : shown(value),
  );
}

/** Returns `value` if it is a boolean. Throws `invalidArgument` for anything else, including the string `'false'`. */
export function requireBoolean(argument: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(argument, 'true or false', shown(value));
}

/**
 * Returns `value` if it is a list of strings.
 *
 * @throws FairwasmError `invalidArgument` for anything else, including a single string.
 */
export function requireTexts(argument: string, value: unknown, row?: number): readonly string[] {
  const invalidIndex = Array.isArray(value) ? value.findIndex((each) => typeof each !== 'string') : -1;
  if (Array.isArray(value) && invalidIndex < 0) return value as string[];
  throw invalid(
    argument,
    'an array of strings',
    invalidIndex < 0 ? shown(value) : `${shown((value as unknown[])[invalidIndex])} among them`,
    row,
  );
}

/** Returns `value` if it is a number or NaN. Throws `invalidArgument` for anything else. */
export function requireNumber(argument: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw invalid(argument, 'a number', shown(value));
}

/**
 * Returns `value` if it is a number between 0 and 1, exclusive.
 *
 * @param example A usual value, for the message.
 * @throws FairwasmError `invalidArgument` for anything else.
 */
export function requireLevel(argument: string, value: unknown, example: number): number {
  if (typeof value === 'number' && value > 0 && value < 1) return value;
  throw invalid(argument, `a number between 0 and 1, such as ${example}`, shown(value));
}

/**
 * Requires exactly one of two values.
 *
 * @throws FairwasmError `invalidArgument` for neither and for both; the first name is its argument.
 */
export function requireEither(input: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(input) as [string, string];
  const count = names.filter((name) => input[name] !== undefined).length;
  if (count === 1) return;
  throw invalid(names[0], `either ${names.join(' or ')}`, count === 0 ? 'neither' : 'both');
}

/**
 * Returns `value` if it is an integer from `min` to `max`.
 *
 * @throws FairwasmError `invalidArgument` for anything else.
 */
export function requireWhole(
  argument: string,
  value: unknown,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? ` of at least ${min}` : ` from ${min} to ${max}`;
  throw invalid(argument, `a whole number${range}`, shown(value));
}

/** Throws `invalidArgument` unless `value` is an array. */
export function requireArray(argument: string, value: unknown, expected: string): void {
  if (!Array.isArray(value)) throw invalid(argument, expected, shown(value));
}

/** Throws `invalidArgument` unless `value` is iterable or async iterable. */
export function requireIterable(argument: string, value: unknown, expected: string): void {
  const isGiving =
    typeof value === 'object' &&
    value !== null &&
    !ArrayBuffer.isView(value) &&
    (Symbol.iterator in value || Symbol.asyncIterator in value);
  if (!isGiving) throw invalid(argument, expected, shown(value));
}

/** Throws `invalidArgument` unless `value` is a function. */
export function requireFunction(argument: string, value: unknown): void {
  if (typeof value === 'function') return;
  throw invalid(argument, 'a function', shown(value));
}

/**
 * Throws unless `value` is an object with these fields, such as the result of another call. The fields are not
 * checked further.
 *
 * @param expected Describes the expected object: `the result of load() from fairwasm`.
 * @throws FairwasmError `invalidArgument` for anything else.
 */
export function requireParts(argument: string, value: unknown, parts: readonly string[], expected: string): void {
  const isObject = typeof value === 'object' && value !== null;
  const missing = isObject ? parts.find((part) => missesPart(value, part)) : undefined;
  if (isObject && missing === undefined) return;
  throw invalid(argument, expected, isObject ? `${shown(value)} without ${missing}` : shown(value));
}

const missesPart = (value: object, part: string) => {
  const own = (value as Record<string, unknown>)[part];
  return own === undefined || own === null;
};

const getTag = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * True for an object with named fields. A Map, a date, or a promise has none and would be treated as an empty object.
 */
export const isPlain = (value: unknown): value is object => getTag(value) === 'Object';

/** Formats any value for an error message, including objects that cannot be converted to a string. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const tag = getTag(value);
  if (tag === 'Object') return 'an object';
  if (tag === 'Date' && Number.isNaN(Number(value))) return 'an invalid date';
  return tag === 'Array' ? 'an array' : `a ${tag}`;
}
