// SPDX-License-Identifier: Apache-2.0
//
// The single rule for dates and periods in text, and for the order of values over time: for batches, conditions, and
// ranges.

import { invalid } from '../../core/error.js';
import { shown } from '../../core/options.js';
import { type DateOrder, dateOrders } from './options.js';

/** A date, or a period such as a week: from `start` to before `end`, in milliseconds since 1970 in UTC. */
export interface Period {
  start: number;
  end: number;
  /** For a month, a week, or a quarter without a year, which `start` numbers from 1. */
  cycle?: 'month' | 'week' | 'quarter';
}

/** Returns the period that a text denotes; undefined for other text. */
export type ReadPeriod = (text: string) => Period | undefined;

// English, German, French, Spanish, Portuguese, and Italian. Three letters or more suffice.
const months = [
  'january januar janner janvier enero janeiro gennaio',
  'february februar fevrier febrero fevereiro febbraio',
  'march marz maerz mars marzo marco',
  'april avril abril aprile',
  'may mai mayo maio maggio',
  'june juni juin junio junho giugno',
  'july juli juillet julio julho luglio',
  'august aout agosto',
  'september septembre septiembre setiembre setembro settembre',
  'october oktober octobre octubre outubro ottobre',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dezembro dicembre',
].map((names) => names.split(' '));

/** Returns the number of a month; undefined for other words and for the start of several names. */
function monthOf(word = ''): number | undefined {
  if (word.length < 3) return undefined;
  const matches = months.flatMap((names, i) => (names.some((name) => name.startsWith(word)) ? [i + 1] : []));
  return matches.length === 1 ? matches[0] : undefined;
}

const day = 86_400_000;

const startOf = (year: number, month: number, date: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, date);

/** Returns the start of a day; undefined for a day that does not exist. */
function dayAt(year: number, month: number, date: number): number | undefined {
  const start = startOf(year, month, date);
  const result = new Date(start);
  return result.getUTCMonth() === month - 1 && result.getUTCDate() === date ? start : undefined;
}

const inMonths = (year: number, month: number, count: number): Period => ({
  start: startOf(year, month, 1),
  end: startOf(year, month + count, 1),
});

/** Returns a week as ISO 8601 numbers it: the first contains January 4. */
function weekOf(year: number, week: number, weekday?: number): Period | undefined {
  if (week < 1 || week > 53) return undefined;
  const fourth = startOf(year, 1, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day + (week - 1) * 7 * day;
  return weekday === undefined
    ? { start: monday, end: monday + 7 * day }
    : { start: monday + (weekday - 1) * day, end: monday + weekday * day };
}

const fullYear = (text: string): number =>
  text.length === 2 ? Number(text) + (Number(text) < 70 ? 2000 : 1900) : Number(text);

type Groups = Record<string, string | undefined>;

/** Returns a day, or the moment of the day that the groups `hour` to `zone` denote. */
function moment(start: number | undefined, groups: Groups): Period | undefined {
  const { hour, minute, second, fraction, half, zone } = groups;
  if (start === undefined) return undefined;
  if (hour === undefined) return { start, end: start + day };
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  if (hours > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) return undefined;
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  const shift = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -1 : 1);
  const seconds = (hours * 60 + Number(minute) - shift) * 60 + Number(second ?? 0) + Number(`0.${fraction ?? 0}`);
  const length = second === undefined ? 60 : fraction === undefined ? 1 : 0.001;
  return { start: start + seconds * 1000, end: start + (seconds + length) * 1000 };
}

const timeOfDay =
  '(?:(?:t|,? )(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?' +
  ' ?(?<half>am|pm)? ?(?<zone>z|utc|gmt|[+-]\\d{2}(?::?\\d{2})?)?)?';
const weekWord = '(?:w|wk|week|kw|woche|kalenderwoche|semaine|semana|settimana)';
const quarterWord = '(?:q|t|quarter|quartal|trimestre)';

const number = (text: string | undefined): number => Number(text);

/** The forms of dates with the groups of their expressions: `y` year, `m` month, `M` its name, `d` day, `n` number. */
const forms: readonly (readonly [form: RegExp, read: (groups: Groups, order: DateOrder) => Period | undefined])[] = (
  [
    [
      `(?<y>\\d{4})([-/.])(?<m>\\d{1,2})\\2(?<d>\\d{1,2})${timeOfDay}`,
      (g) => moment(dayAt(number(g.y), number(g.m), number(g.d)), g),
    ],
    ['(?<y>\\d{4})(?<m>\\d{2})(?<d>\\d{2})', (g) => moment(dayAt(number(g.y), number(g.m), number(g.d)), g)],
    [
      `(?<a>\\d{1,2})([-/.])(?<b>\\d{1,2})\\2(?<y>\\d{4}|\\d{2})${timeOfDay}`,
      (g, order) => {
        const [d, m] = order === 'dmy' ? [g.a, g.b] : [g.b, g.a];
        return moment(dayAt(fullYear(g.y as string), number(m), number(d)), g);
      },
    ],
    [
      `(?<d>\\d{1,2})(?:st|nd|rd|th|er|\\.)?[ -]?(?:de |of )?(?<M>[a-z]+)\\.?,?[ -]?(?:de |del )?(?<y>\\d{4}|\\d{2})${timeOfDay}`,
      named,
    ],
    [`(?<M>[a-z]+)\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})${timeOfDay}`, named],
    [`(?<y>\\d{4})[ -](?<M>[a-z]+)\\.?[ -](?<d>\\d{1,2})${timeOfDay}`, named],
    ["(?<M>[a-z]+)\\.?(?: de| del)?[ /-]?'?(?<y>\\d{4})", named],
    ["(?<M>[a-z]+)\\.?[-'](?<y>\\d{2})", named],
    ['(?<y>\\d{4})[ /-]?(?<M>[a-z]+)\\.?', named],
    ['(?<M>[a-z]+)\\.?', (g) => cyclic('month', monthOf(g.M))],
    ['(?<y>\\d{4})[-/](?<n>\\d{1,2})', (g) => monthIn(g)],
    ['(?<n>\\d{1,2})[-/.](?<y>\\d{4})', (g) => monthIn(g)],
    [
      `(?<y>\\d{4})[-/ ]?${weekWord}[-. ]?(?<n>\\d{1,2})(?:-?(?<d>[1-7]))?`,
      (g) => weekOf(number(g.y), number(g.n), g.d === undefined ? undefined : number(g.d)),
    ],
    [`${weekWord}[-. ]?(?<n>\\d{1,2})[-/, ]+(?<y>\\d{4})`, (g) => weekOf(number(g.y), number(g.n))],
    [`${weekWord}[-. ]?(?<n>\\d{1,2})`, (g) => cyclic('week', number(g.n), 53)],
    [`(?<y>\\d{4})[-/ ]?${quarterWord}[-. ]?(?<n>[1-4])`, (g) => quarterIn(g)],
    [`${quarterWord}[-. ]?(?<n>[1-4])[-/, ']*(?<y>\\d{4}|\\d{2})`, (g) => quarterIn(g)],
    [`(?<n>[1-4])(?:[qt]|\\.? ${quarterWord})[-/ ]?(?<y>\\d{4}|\\d{2})`, (g) => quarterIn(g)],
    [`${quarterWord}[-. ]?(?<n>[1-4])`, (g) => cyclic('quarter', number(g.n))],
    ['(?<y>\\d{4})[-/ ]?h(?<n>[12])', (g) => inMonths(number(g.y), 6 * number(g.n) - 5, 6)],
    ['h(?<n>[12])[-/ ]?(?<y>\\d{4})', (g) => inMonths(number(g.y), 6 * number(g.n) - 5, 6)],
    ['(?<y>\\d{4})', (g) => inMonths(number(g.y), 1, 12)],
  ] as const satisfies [string, (groups: Groups, order: DateOrder) => Period | undefined][]
).map(([form, read]) => [new RegExp(`^${form}$`), read]);

function named(g: Groups): Period | undefined {
  const month = monthOf(g.M);
  if (month === undefined) return undefined;
  const year = fullYear(g.y as string);
  return g.d === undefined ? inMonths(year, month, 1) : moment(dayAt(year, month, number(g.d)), g);
}

function monthIn(g: Groups): Period | undefined {
  const month = number(g.n);
  return month >= 1 && month <= 12 ? inMonths(number(g.y), month, 1) : undefined;
}

const quarterIn = (g: Groups): Period | undefined => inMonths(fullYear(g.y as string), 3 * number(g.n) - 2, 3);

const cyclic = (cycle: NonNullable<Period['cycle']>, at: number | undefined, most = 12): Period | undefined =>
  at !== undefined && at >= 1 && at <= most ? { start: at, end: at + 1, cycle } : undefined;

function readPeriod(text: string, order: DateOrder): Period | undefined {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase().replace(/\s+/g, ' ');
  if (plain.length < 2 || plain.length > 40) return undefined;
  for (const [form, read] of forms) {
    const groups = form.exec(plain)?.groups;
    const period = groups && read(groups, order);
    if (period) return period;
  }
  return undefined;
}

/** Returns a reader of dates that stores the dates of texts. */
function reader(order: DateOrder): ReadPeriod {
  const periods = new Map<string, Period | undefined>();
  return (text) => {
    if (!periods.has(text)) {
      if (periods.size >= 1 << 16) periods.clear();
      periods.set(text, readPeriod(text, order));
    }
    return periods.get(text);
  };
}

// Texts are often read again, for example by each condition.
const readers: Readonly<Record<DateOrder, ReadPeriod>> = { dmy: reader('dmy'), mdy: reader('mdy') };

const withPoints = /^\s*\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})\b/;

/**
 * Returns the readers that understand all texts as dates or periods of one kind: none, one, or, if day and month could
 * be exchanged, two. Dates with points, such as 1.2.2024, begin with the day.
 */
export function periodReaders(texts: readonly string[], order?: DateOrder | undefined): readonly ReadPeriod[] {
  const fitting = (order ? [order] : dateOrders)
    .map((each) => readers[each])
    .filter((read) => {
      const cycles = texts.map((text) => read(text)?.cycle ?? (read(text) ? 'date' : 'none'));
      return texts.length > 0 && cycles.every((cycle) => cycle !== 'none' && cycle === cycles[0]);
    });
  const [one, other] = fitting;
  const areEqual = texts.every((text) => one?.(text)?.start === other?.(text)?.start);
  const areDefault = texts.every((text) => withPoints.test(text));
  return one && other && (areEqual || areDefault) ? [one] : fitting;
}

/** Returns the error for dates such as 1/2/2024, whose order of day and month matters and is not known. */
export const ambiguousDate = (argument: string, text: string, row?: number) =>
  invalid(
    argument,
    "dates with a clear order of day and month: pass dateOrder (--date-order), 'dmy' if the day comes first, or 'mdy'",
    shown(text),
    row,
  );

/** Numbers at the end of equal names, such as batch 2 and batch 10. */
function numbered(texts: readonly string[]): ((text: string) => number) | undefined {
  const parts = texts.map((text) => /^(\D*)(\d{1,15})(\D*)$/.exec(text.trim()));
  const [first] = parts;
  const areEqual = parts.every((each) => each && each[1] === first?.[1] && each[3] === first?.[3]);
  return areEqual ? (text) => Number(/\d+/.exec(text)?.[0]) : undefined;
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, i) => i === 0 || each >= (numbers[i - 1] as number));

/**
 * Returns the positions of values on an axis of time: of numbers, dates and periods of one kind, or numbered names.
 * Months, weeks, and quarters without a year continue after the turn of the year if the values go from the last to the first.
 *
 * @param values Distinct values, in the order of their first occurrence.
 * @param mayContinue Whether the values of a cycle may continue after the turn of the year. Default: true.
 * @returns Undefined if the values are not of one such kind, or a mixture of numbers and text.
 *
 * @throws FairwasmError `invalidArgument` for dates whose order depends on which of day and month comes first.
 */
export function timeAxis(
  argument: string,
  values: readonly (number | string)[],
  order?: DateOrder | undefined,
  mayContinue = true,
): readonly number[] | undefined {
  const numbers = values.map((value) =>
    typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value),
  );
  if (!numbers.some(Number.isNaN)) return numbers;
  if (values.some((value) => typeof value !== 'string')) return undefined;
  const texts = values as readonly string[];
  const axes = periodReaders(texts, order).map((read) => texts.map((text) => read(text) as Period));
  const [first, second] = axes.map((periods) => periods.map(({ start }) => start));
  if (first === undefined) {
    const getNumber = numbered(texts);
    return getNumber && texts.map(getNumber);
  }
  const orderOf = (starts: readonly number[]) =>
    starts
      .map((start, i) => [start, i] as const)
      .sort(([a], [b]) => a - b)
      .map(([, i]) => i);
  if (second && orderOf(first).join() !== orderOf(second).join()) {
    throw ambiguousDate(argument, texts.find((text) => !withPoints.test(text)) as string);
  }
  const cycle = axes[0]?.[0]?.cycle;
  return cycle === undefined || !mayContinue ? first : continued(first, cycle);
}

/** True if the values have positions on an axis of time, although the order of day and month may not be clear. */
export const isOnAxis = (texts: readonly string[]): boolean =>
  periodReaders(texts).length > 0 ||
  texts.every((text) => text.trim() !== '' && !Number.isNaN(Number(text))) ||
  numbered(texts) !== undefined;

/**
 * True if a time is earlier than another: a number, a date or period, or a numbered name. False for months, weeks, and
 * quarters without a year, which may be those of the next year, and if the order of day and month matters.
 */
export function isEarlier(time: number | string, than: number | string): boolean {
  const fitting = typeof time === 'string' && typeof than === 'string' ? periodReaders([time, than]) : [];
  const periods = fitting.map((read) => [read(String(time)), read(String(than))] as [Period, Period]);
  if (periods.length > 0) return periods.every(([one, other]) => !one.cycle && one.start < other.start);
  const [position, last] = timeAxis('at', [time, than]) ?? [];
  return (position as number) < (last as number);
}

const lastOf = { month: 12, week: 52, quarter: 4 };

/** Returns positions in a year that continue in the next year, if the last of a year is followed by the first. */
function continued(positions: readonly number[], cycle: keyof typeof lastOf): readonly number[] {
  const turn = positions.findIndex((each, i) => i > 0 && each < (positions[i - 1] as number));
  const isTurn = positions[turn] === 1 && (positions[turn - 1] as number) >= lastOf[cycle];
  const later = positions.map((each, i) => (i < turn ? each : each + lastOf[cycle] + 1));
  return isTurn && isAscending(later) ? later : positions;
}
