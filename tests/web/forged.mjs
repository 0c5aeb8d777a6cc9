// Reports that nobody made: what stands as text in a saved one is replaced, wherever it stands.

import { readReport } from 'fairwasm';

const textsIn = (value) => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The report with other texts, those that are names of its parts too. */
const withTexts = (value, other) => {
  if (typeof value === 'string') return other(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, other));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(parts.map(([name, part]) => [other(name), withTexts(part, other)]));
};

/** Why it is refused, if it is. */
const refusalOf = (report) => {
  try {
    readReport(JSON.stringify(report));
    return undefined;
  } catch (error) {
    if (error.name !== 'FairwasmError') throw error;
    return error.expected;
  }
};

/**
 * A report in which all texts begin as `hostile` that may be any, and how many these are; and, for each text that is part of
 * the form, one in which this one does, and why it is refused.
 */
export function forged(json, hostile) {
  const report = JSON.parse(json);
  const texts = [...new Set(textsIn(report))];
  const hostileOf = new Map(texts.map((text, i) => [text, `${hostile}${i}`]));
  const refused = new Map();
  for (const text of texts) {
    const one = withTexts(report, (each) => (each === text ? hostileOf.get(text) : each));
    const why = refusalOf(one);
    if (why !== undefined) refused.set(text, { json: JSON.stringify(one), why });
  }
  const all = (text) => (refused.has(text) ? text : (hostileOf.get(text) ?? text));
  return {
    free: texts.length - refused.size,
    read: JSON.stringify(withTexts(report, all)),
    refused: [...refused.values()],
  };
}
