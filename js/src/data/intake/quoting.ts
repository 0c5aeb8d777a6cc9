// SPDX-License-Identifier: Apache-2.0
//
// Delimited text with quotes as other programs write them: escaped by a backslash (Spark, MySQL, PHP), or strings as
// formulas, so that Excel does not convert them (="0123"). Both are detected in the first rows, and the bytes are
// rewritten as in RFC 4180 before the core splits them.

import type { Decision } from './record.js';

const quote = 34;
const equals = 61;
const backslash = 92;
const lineFeed = 10;
const carriageReturn = 13;
const separators = new Set([...',;\t|'].map((each) => each.charCodeAt(0)));

const isEnd = (byte: number | undefined): boolean =>
  byte === undefined || byte === lineFeed || byte === carriageReturn || separators.has(byte);

type Change = (bytes: Uint8Array) => Uint8Array;

/** Returns how to rewrite a text by its beginning; undefined if its quotes are as usual. */
export function findQuoting(head: Uint8Array): { change: Change; decision: Decision } | undefined {
  let hasFormula = false;
  let isInside = false;
  for (let i = 0; i < head.length; i++) {
    const byte = head[i];
    if (!isInside) {
      if (i > 0 && !isEnd(head[i - 1])) continue;
      const isFormula = byte === equals && head[i + 1] === quote;
      hasFormula ||= isFormula || (byte === quote && isQuotedFormula(head, i));
      if (isFormula) i++;
      isInside = isFormula || byte === quote;
    } else if (byte === quote) {
      if (head[i + 1] === quote) i++;
      else if (head[i - 1] === backslash && i + 1 < head.length && !isEnd(head[i + 1])) {
        const note = 'Quotes within values are escaped by a backslash.';
        return { change: withoutBackslashes(), decision: { note } };
      } else isInside = false;
    }
  }
  if (!hasFormula) return undefined;
  const note = 'Values that are written as formulas, such as ="0123", were read as text.';
  return { change: withoutFormulas(), decision: { note } };
}

const isQuotedFormula = (head: Uint8Array, at: number): boolean =>
  [equals, quote, quote].every((byte, i) => head[at + 1 + i] === byte);

// The second of two quotes within a field opens it again.
type State = 'start' | 'plain' | 'quoted' | 'closed';

const after = (state: State, byte: number): State => {
  if (state === 'quoted') return byte === quote ? 'closed' : 'quoted';
  if (byte === quote && state !== 'plain') return 'quoted';
  return isEnd(byte) ? 'start' : 'plain';
};

function withoutBackslashes(): Change {
  let state: State = 'start';
  let isEscaped = false;
  return (bytes) => {
    const changed: number[] = [];
    for (const byte of bytes) {
      if (isEscaped) {
        isEscaped = false;
        if (byte === quote) changed.push(quote);
        else if (byte !== backslash) changed.push(backslash);
        changed.push(byte);
      } else if (state === 'quoted' && byte === backslash) isEscaped = true;
      else {
        state = after(state, byte);
        changed.push(byte);
      }
    }
    return Uint8Array.from(changed);
  };
}

function withoutFormulas(): Change {
  let state: State = 'start';
  let held: number[] = []; // a possible beginning of a formula: =, or a quote, =, and a quote
  let isWrapped = false; // whether a formula is within quotes, so that its own quotes are doubled
  let quotes = 0; // in a row, within such a formula
  return (bytes) => {
    const changed: number[] = [];
    const write = (byte: number) => {
      state = after(state, byte);
      changed.push(byte);
    };
    for (const byte of bytes) {
      if (isWrapped) {
        quotes = byte === quote ? quotes + 1 : 0;
        if (byte !== quote && state === 'closed') isWrapped = false;
        if (byte !== quote || quotes > 2) write(byte);
        if (quotes === 4) quotes = 0;
        continue;
      }
      if (state === 'start' && held.length === 0 && (byte === equals || byte === quote)) {
        held.push(byte);
        continue;
      }
      const beginning = held;
      held = [];
      if (beginning.length === 0) write(byte);
      else if (beginning[0] === equals) {
        if (byte !== quote) write(equals);
        write(byte);
      } else if (byte === [equals, quote, quote][beginning.length - 1]) {
        if (beginning.length < 3) held = [...beginning, byte];
        else {
          write(quote);
          isWrapped = true;
        }
      } else for (const each of [...beginning, byte]) write(each);
    }
    return Uint8Array.from(changed);
  };
}
