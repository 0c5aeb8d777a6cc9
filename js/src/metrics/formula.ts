// SPDX-License-Identifier: Apache-2.0
//
// Metrics as formulas of counts, such as `TP / (TP + FN)`. A formula is parsed once and never evaluated as code. From it
// follow its value, why it is undefined, its range, its gradient, and the metric that it already is.

import { invalid } from '../core/error.js';
import { getMax, getMin } from '../core/extremes.js';
import { nearest } from '../core/nearest.js';
import { shown } from '../core/options.js';

/** Name of a sum in a formula. */
export type SumName = 'TP' | 'FP' | 'TN' | 'FN' | 'P' | 'N' | 'PP' | 'PN' | 'all';

/** Counts of a group by the names that results use. */
export type FormulaCounts = Readonly<
  Record<
    | ('truePositives' | 'falsePositives' | 'trueNegatives' | 'falseNegatives' | 'positives' | 'negatives')
    | ('predictedPositives' | 'predictedNegatives' | 'instances'),
    number
  >
>;

/** The sums that a formula can name, with their meaning and the cells of the confusion matrix that they add up. */
export const formulaSums = {
  TP: { count: 'truePositives', meaning: 'true positives', cells: [1, 0, 0, 0] },
  FP: { count: 'falsePositives', meaning: 'false positives', cells: [0, 1, 0, 0] },
  TN: { count: 'trueNegatives', meaning: 'true negatives', cells: [0, 0, 1, 0] },
  FN: { count: 'falseNegatives', meaning: 'false negatives', cells: [0, 0, 0, 1] },
  P: { count: 'positives', meaning: 'actual positives', cells: [1, 0, 0, 1] },
  N: { count: 'negatives', meaning: 'actual negatives', cells: [0, 1, 1, 0] },
  PP: { count: 'predictedPositives', meaning: 'predicted positives', cells: [1, 1, 0, 0] },
  PN: { count: 'predictedNegatives', meaning: 'predicted negatives', cells: [0, 0, 1, 1] },
  all: { count: 'instances', meaning: 'rows, or their weight', cells: [1, 1, 1, 1] },
} as const satisfies Record<SumName, { count: keyof FormulaCounts; meaning: string; cells: readonly number[] }>;

/** Rates that a formula can name instead of their sums. */
export const formulaRates = {
  TPR: 'TP / P',
  FPR: 'FP / N',
  TNR: 'TN / N',
  FNR: 'FN / P',
  PPV: 'TP / PP',
  NPV: 'TN / PN',
  FDR: 'FP / PP',
  FOR: 'FN / PN',
} as const;

/** A metric of counts. Create one with {@link parseFormula}. */
export interface Formula {
  /** The name before `=`; otherwise, the formula itself. */
  name: string;
  /** The formula without its name. */
  text: string;
  /** The sums that it names, such as `TP`. */
  sums: readonly string[];
  /** The smallest and largest possible value; infinite if there is no limit, or if none is known. */
  range: readonly [number, number];
  /** Returns the value; NaN if it is undefined. */
  compute: (counts: FormulaCounts) => number;
  /** Returns the partial derivatives with respect to TP, FP, TN, and FN; NaN where the value is undefined. */
  gradient: (counts: FormulaCounts) => readonly number[];
  /** Returns why the value is undefined, such as "no actual positives"; undefined if it is defined. */
  whyUndefined: (counts: FormulaCounts) => string | undefined;
}

/** A part of a formula. */
type Node =
  | { kind: 'number'; value: number }
  | { kind: 'sum'; name: SumName }
  | { kind: 'operation'; operator: '+' | '-' | '*' | '/'; parts: readonly [Node, Node] }
  | { kind: 'call'; name: keyof typeof functions; parts: readonly Node[] };

type Interval = readonly [low: number, high: number];

/** A value with its partial derivatives with respect to the four cells (a dual number). */
interface Dual {
  value: number;
  slopes: readonly number[];
}

const add = (a: readonly number[], b: readonly number[], sign = 1) =>
  a.map((each, i) => each + sign * (b[i] as number));
const scale = (a: readonly number[], factor: number) =>
  a.map((each) => (factor === 0 || each === 0 ? 0 : factor * each));
const noSlopes = [0, 0, 0, 0];

// The functions of formulas: value and slopes, and range from the ranges of the arguments.
const functions = {
  min: {
    arity: [1, 10],
    dual: (parts) => parts.reduce((least, part) => (part.value < least.value ? part : least)),
    range: (parts) => [getMin(parts.map(([low]) => low)), getMin(parts.map(([, high]) => high))],
  },
  max: {
    arity: [1, 10],
    dual: (parts) => parts.reduce((most, part) => (part.value > most.value ? part : most)),
    range: (parts) => [getMax(parts.map(([low]) => low)), getMax(parts.map(([, high]) => high))],
  },
  abs: {
    arity: [1, 1],
    dual: ([{ value, slopes }]) => ({ value: Math.abs(value), slopes: scale(slopes, Math.sign(value)) }),
    range: ([[low, high]]) => [
      low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)),
      Math.max(-low, high),
    ],
  },
  sqrt: {
    arity: [1, 1],
    dual: ([{ value, slopes }]) => ({ value: Math.sqrt(value), slopes: scale(slopes, 0.5 / Math.sqrt(value)) }),
    range: ([[low, high]]) => [Math.sqrt(Math.max(0, low)), Math.sqrt(Math.max(0, high))],
  },
  log: {
    arity: [1, 1],
    dual: ([{ value, slopes }]) => ({ value: Math.log(value), slopes: scale(slopes, 1 / value) }),
    range: ([[low, high]]) => [Math.log(Math.max(0, low)), Math.log(Math.max(0, high))],
  },
} as const satisfies Record<
  string,
  {
    arity: readonly [number, number];
    dual: (parts: readonly [Dual, ...Dual[]]) => Dual;
    range: (parts: readonly [Interval, ...Interval[]]) => Interval;
  }
>;

const maxLength = 1000;
const maxDepth = 40;

/**
 * Parses a metric of counts: numbers; the sums `TP`, `FP`, `TN`, `FN`, `P` and `N` (actual positives and negatives), `PP` and
 * `PN` (predicted positives and negatives), and `all`; the rates `TPR`, `FPR`, `TNR`, `FNR`, `PPV`, `NPV`, `FDR`, and `FOR`;
 * `+ - * /`, parentheses, and the functions `min`, `max`, `abs`, `sqrt`, and `log` (natural). `2 TP` is `2 * TP`. A name may
 * stand before it: `cost = (5 FN + FP) / all`.
 *
 * - The value is undefined if something is divided by 0, or has no root or logarithm.
 * - The range of a quotient of sums is exact: `TP / (TP + FN)` is from 0 to 1. That of other formulas follows from the
 *   ranges of their parts and may be too wide.
 *
 * @example
 * const { name, range, sums } = parseFormula('cost = (5 FN + FP) / all');
 * [name, range, sums]; // ["cost", [0, 5], ["FP", "FN", "all"]]
 *
 * @throws FairwasmError `invalidArgument` with the position of the mistake, for an unknown sum or function, and for
 *   more than 1000 characters or 40 nested parts.
 */
export function parseFormula(formula: string): Formula {
  if (typeof formula !== 'string') throw invalid('formula', 'a formula such as TP / (TP + FN)', shown(formula));
  if (formula.length > maxLength) {
    throw invalid('formula', `at most ${maxLength} characters`, `${formula.length} characters`);
  }
  const start = formula.indexOf('=') + 1;
  const [given, text] = [formula.slice(0, Math.max(0, start - 1)).trim(), formula.slice(start).trim()];
  const node = new Parser(formula, start).parse();
  const toDual = (counts: FormulaCounts) => evaluate(node, counts);
  const used = new Set(sumsIn(node));
  return {
    name: given || text,
    text,
    sums: (Object.keys(formulaSums) as SumName[]).filter((name) => used.has(name)),
    range: getRange(node),
    compute: (counts) => toDual(counts).value,
    gradient: (counts) => {
      const { value, slopes } = toDual(counts);
      return Number.isNaN(value) ? slopes.map(() => Number.NaN) : slopes;
    },
    whyUndefined: (counts) => findCause(node, counts),
  };
}

/** True if the text is more than a name, and so may be a formula. */
export const looksLikeFormula = (text: string): boolean =>
  /[+*/()=]|\s-|^\s*[\d-]/.test(text) && !/\.[cm]?js$/.test(text);

/** The columns that a formula needs. */
export function getInputs({ sums }: Pick<Formula, 'sums'>): ('label' | 'prediction')[] {
  const onlyLabel = ['P', 'N'];
  const onlyPrediction = ['PP', 'PN'];
  const isUsed = (without: readonly string[]) => sums.some((name) => name !== 'all' && !without.includes(name));
  return [...(isUsed(onlyPrediction) ? ['label' as const] : []), ...(isUsed(onlyLabel) ? ['prediction' as const] : [])];
}

const sumsIn = (node: Node): SumName[] => {
  if (node.kind === 'sum') return [node.name];
  return 'parts' in node ? node.parts.flatMap(sumsIn) : [];
};

// ---- Values --------------------------------------------------------------------------------------

function evaluate(node: Node, counts: FormulaCounts): Dual {
  if (node.kind === 'number') return { value: node.value, slopes: noSlopes };
  if (node.kind === 'sum') {
    const { count, cells } = formulaSums[node.name];
    return { value: counts[count], slopes: cells };
  }
  const parts = node.parts.map((part) => evaluate(part, counts)) as [Dual, ...Dual[]];
  if (parts.some(({ value }) => Number.isNaN(value))) return nowhere;
  const result =
    node.kind === 'call' ? functions[node.name].dual(parts) : operate(node.operator, parts[0], parts[1] as Dual);
  return Number.isFinite(result.value) ? result : nowhere;
}

// A value that is not finite comes from a division by 0 or from the logarithm of 0, and is undefined.
const nowhere: Dual = { value: Number.NaN, slopes: noSlopes };

function operate(operator: keyof typeof strength, a: Dual, b: Dual): Dual {
  switch (operator) {
    case '+':
      return { value: a.value + b.value, slopes: add(a.slopes, b.slopes) };
    case '-':
      return { value: a.value - b.value, slopes: add(a.slopes, b.slopes, -1) };
    case '*':
      return { value: a.value * b.value, slopes: add(scale(a.slopes, b.value), scale(b.slopes, a.value)) };
    case '/': {
      const value = b.value === 0 ? Number.NaN : a.value / b.value;
      return { value, slopes: scale(add(a.slopes, scale(b.slopes, value), -1), 1 / b.value) };
    }
  }
}

/** Returns the first part that is undefined, in words. */
function findCause(node: Node, counts: FormulaCounts): string | undefined {
  if (node.kind === 'sum') {
    return Number.isNaN(counts[formulaSums[node.name].count])
      ? `${formulaSums[node.name].meaning} are unknown: a column is missing`
      : undefined;
  }
  if (!('parts' in node)) return undefined;
  for (const part of node.parts) {
    const cause = findCause(part, counts);
    if (cause !== undefined) return cause;
  }
  const { value } = evaluate(node, counts);
  if (Number.isFinite(value)) return undefined;
  if (node.kind === 'call') {
    const argument = toText(node.parts[0] as Node);
    return node.name === 'log' ? `${argument} is not positive, so it has no logarithm` : `${argument} is negative`;
  }
  const below = node.parts[1];
  if (below.kind === 'sum') return `no ${formulaSums[below.name].meaning}`;
  return node.operator === '/' ? `${toText(below)} is 0` : 'the value is too large';
}

/** Returns a part as it can be written in a formula. */
function toText(node: Node): string {
  if (node.kind === 'number') return String(node.value);
  if (node.kind === 'sum') return node.name;
  if (node.kind === 'call') return `${node.name}(${node.parts.map(toText).join(', ')})`;
  const [left, right] = node.parts.map((part, i) => {
    const isLoose = part.kind === 'operation' && strength[part.operator] < strength[node.operator] + i;
    return isLoose ? `(${toText(part)})` : toText(part);
  });
  return `${left} ${node.operator} ${right}`;
}

const strength = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

// ---- Ranges --------------------------------------------------------------------------------------

/** Returns the coefficients of TP, FP, TN, FN, and the constant of a linear part; undefined for others. */
function toForm(node: Node): readonly number[] | undefined {
  if (node.kind === 'number') return [...noSlopes, node.value];
  if (node.kind === 'sum') return [...formulaSums[node.name].cells, 0];
  if (node.kind === 'call') return undefined;
  const [a, b] = node.parts.map(toForm);
  if (a === undefined || b === undefined) return undefined;
  const isConstant = (form: readonly number[]) => form.slice(0, 4).every((each) => each === 0);
  if (node.operator === '+') return add(a, b);
  if (node.operator === '-') return add(a, b, -1);
  if (node.operator === '/') return isConstant(b) && b[4] !== 0 ? scale(a, 1 / (b[4] as number)) : undefined;
  if (isConstant(b)) return scale(a, b[4] as number);
  return isConstant(a) ? scale(b, a[4] as number) : undefined;
}

function getRange(node: Node): Interval {
  const form = toForm(node);
  if (form) return rangeOfForm(form);
  if (node.kind === 'call') return functions[node.name].range(node.parts.map(getRange) as [Interval, ...Interval[]]);
  if (node.kind !== 'operation') return everything;
  const [a, b] = node.parts;
  const quotient = node.operator === '/' ? rangeOfQuotient(toForm(a), toForm(b)) : undefined;
  if (quotient) return quotient;
  const [[lowA, highA], [lowB, highB]] = [getRange(a), getRange(b)];
  if (node.operator === '+') return [lowA + lowB, highA + highB];
  if (node.operator === '-') return [lowA - highB, highA - lowB];
  if (node.operator === '/' && lowB <= 0 && highB >= 0) {
    return lowA >= 0 && lowB === 0
      ? [highB === Number.POSITIVE_INFINITY ? 0 : lowA / highB, Number.POSITIVE_INFINITY]
      : everything;
  }
  const combine = (x: number, y: number) => (node.operator === '*' ? (x === 0 || y === 0 ? 0 : x * y) : x / y);
  const corners = [combine(lowA, lowB), combine(lowA, highB), combine(highA, lowB), combine(highA, highB)];
  return corners.some(Number.isNaN) ? everything : [getMin(corners), getMax(corners)];
}

const everything: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

// Each cell is at least 0 and has no upper limit.
function rangeOfForm(form: readonly number[]): Interval {
  const [cells, constant] = [form.slice(0, 4), form[4] as number];
  return [
    cells.some((each) => each < 0) ? Number.NEGATIVE_INFINITY : constant,
    cells.some((each) => each > 0) ? Number.POSITIVE_INFINITY : constant,
  ];
}

// A quotient of two linear forms without constants is between the smallest and the largest quotient of their
// coefficients (the mediant inequality), if the divisor has no negative coefficient.
function rangeOfQuotient(above?: readonly number[], below?: readonly number[]): Interval | undefined {
  if (!above || !below || above[4] !== 0 || below[4] !== 0) return undefined;
  const cells = [0, 1, 2, 3].map((i) => [above[i] as number, below[i] as number] as const);
  if (cells.some(([, divisor]) => divisor < 0) || cells.every(([, divisor]) => divisor === 0)) return undefined;
  const quotients = cells.filter(([a, divisor]) => a !== 0 || divisor !== 0).map(([a, divisor]) => a / divisor);
  return [getMin(quotients), getMax(quotients)];
}

// ---- Parser --------------------------------------------------------------------------------------

type Token = { text: string; place: number };

/** Operator precedence: sums of products of signed parts. */
class Parser {
  readonly #formula: string;
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(formula: string, start: number) {
    this.#formula = formula;
    this.#tokens = this.#split(start);
  }

  parse(): Node {
    const node = this.#sum();
    const rest = this.#tokens[this.#next];
    if (rest) throw this.#error('an operator', rest.place, rest.text);
    return node;
  }

  #split(start: number): Token[] {
    const tokens: Token[] = [];
    const pattern = /\s*(?:(\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|\p{L}[\p{L}\d_]*|[-+*/(),])|(\S))/uy;
    pattern.lastIndex = start;
    for (let match = pattern.exec(this.#formula); match; match = pattern.exec(this.#formula)) {
      const [whole, text, unexpected] = match as unknown as [string, string?, string?];
      const place = match.index + whole.length - (text ?? (unexpected as string)).length;
      if (text === undefined) throw this.#error('a number, a sum, or one of + - * / ( )', place, unexpected);
      tokens.push({ text, place });
    }
    return tokens;
  }

  #sum(): Node {
    return this.#operations(['+', '-'], () => this.#product());
  }

  #product(): Node {
    return this.#operations(['*', '/'], () => this.#signed());
  }

  #operations(operators: readonly string[], getPart: () => Node): Node {
    let left = getPart();
    for (let operator = this.#take(operators); operator; operator = this.#take(operators)) {
      left = { kind: 'operation', operator: operator.text as '+', parts: [left, getPart()] };
    }
    return left;
  }

  #signed(): Node {
    const sign = this.#take(['-', '+']);
    if (sign === undefined) return this.#part();
    return this.#nested(sign.place, () => {
      const part = this.#signed();
      return sign.text === '+'
        ? part
        : { kind: 'operation', operator: '-', parts: [{ kind: 'number', value: 0 }, part] };
    });
  }

  #part(): Node {
    const token = this.#tokens[this.#next++];
    if (token === undefined) throw this.#error('a number or a sum at the end', this.#formula.length);
    const { text, place } = token;
    if (/^\d/.test(text)) return this.#times({ kind: 'number', value: Number(text) });
    if (text === '(') {
      return this.#nested(place, () => {
        const inner = this.#sum();
        this.#close(place);
        return inner;
      });
    }
    if (this.#take(['('])) return this.#call(text, place);
    if (Object.hasOwn(formulaSums, text)) return { kind: 'sum', name: text as SumName };
    if (Object.hasOwn(formulaRates, text))
      return new Parser(formulaRates[text as keyof typeof formulaRates], 0).parse();
    throw this.#unknown('a sum or rate', text, place, [...Object.keys(formulaSums), ...Object.keys(formulaRates)]);
  }

  // "2 TP"
  #times(number: Node): Node {
    const next = this.#tokens[this.#next];
    if (next === undefined || !/^\p{L}/u.test(next.text)) return number;
    return { kind: 'operation', operator: '*', parts: [number, this.#part()] };
  }

  #call(text: string, index: number): Node {
    if (!Object.hasOwn(functions, text)) throw this.#unknown('a function', text, index, Object.keys(functions));
    const name = text as keyof typeof functions;
    return this.#nested(index, () => {
      const parts = [this.#sum()];
      while (this.#take([','])) parts.push(this.#sum());
      this.#close(index);
      const [least, most] = functions[name].arity;
      if (parts.length < least || parts.length > most) {
        throw this.#error(`${most === 1 ? 'one argument' : `at most ${most} arguments`} of ${name}`, index);
      }
      return { kind: 'call', name, parts };
    });
  }

  #close(index: number): void {
    if (!this.#take([')'])) throw this.#error('a closing parenthesis', index);
  }

  #nested(index: number, parse: () => Node): Node {
    if (++this.#depth > maxDepth) throw this.#error(`at most ${maxDepth} nested parts`, index);
    const node = parse();
    this.#depth--;
    return node;
  }

  #take(texts: readonly string[]): Token | undefined {
    const token = this.#tokens[this.#next];
    if (token === undefined || !texts.includes(token.text)) return undefined;
    this.#next++;
    return token;
  }

  #unknown(kind: string, text: string, index: number, names: readonly string[]) {
    const meant = nearest(text, names);
    const error = this.#error(`${kind}: one of ${names.join(', ')}`, index, text);
    return meant === undefined ? error : error.with({ advice: `did you mean '${meant}'?` });
  }

  #error(expected: string, index: number, text?: string) {
    const where = `${shown(this.#formula)}, character ${index + 1}`;
    return invalid('formula', expected, text === undefined ? where : `${text} in ${where}`);
  }
}

// Counts without a common divisor, at which different formulas have different values.
const probes = [
  [31, 7, 53, 17],
  [5, 29, 11, 43],
  [61, 3, 2, 13],
  [19, 37, 23, 41],
].map(
  ([truePositives = 0, falsePositives = 0, trueNegatives = 0, falseNegatives = 0]): FormulaCounts => ({
    truePositives,
    falsePositives,
    trueNegatives,
    falseNegatives,
    positives: truePositives + falseNegatives,
    negatives: trueNegatives + falsePositives,
    predictedPositives: truePositives + falsePositives,
    predictedNegatives: trueNegatives + falseNegatives,
    instances: truePositives + falsePositives + trueNegatives + falseNegatives,
  }),
);

/** True if two formulas have the same value for all counts, except if one is undefined. */
export function areEquivalent(one: Formula, other: Formula): boolean {
  return probes.every((counts) => {
    const [a, b] = [one.compute(counts), other.compute(counts)];
    return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) || a === b;
  });
}
