// Forged reports: replaces the strings in a saved report, wherever they are.

import { readReport } from 'fairwasm';

const textsIn = (value) => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The report with other strings, including the names of its parts. */
const withTexts = (value, other) => {
  if (typeof value === 'string') return other(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, other));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(parts.map(([name, part]) => [other(name), withTexts(part, other)]));
};

/** The reason for its rejection, if any. */
const getRefusal = (report) => {
  try {
    readReport(JSON.stringify(report));
    return undefined;
  } catch (error) {
    if (error.name !== 'FairwasmError') throw error;
    return error.expected;
  }
};

/**
 * A report in which all free strings begin with `hostile`, and their number; and, for each string that is part of the
 * format, a report in which this string does, with the reason for its rejection.
 */
export function forged(json, hostile) {
  const report = JSON.parse(json);
  const texts = [...new Set(textsIn(report))];
  const hostileTexts = new Map(texts.map((text, i) => [text, `${hostile}${i}`]));
  const refused = new Map();
  for (const text of texts) {
    const one = withTexts(report, (each) => (each === text ? hostileTexts.get(text) : each));
    const why = getRefusal(one);
    if (why !== undefined) refused.set(text, { json: JSON.stringify(one), why });
  }
  const all = (text) => (refused.has(text) ? text : (hostileTexts.get(text) ?? text));
  return {
    free: texts.length - refused.size,
    read: JSON.stringify(withTexts(report, all)),
    refused: [...refused.values()],
  };
}
