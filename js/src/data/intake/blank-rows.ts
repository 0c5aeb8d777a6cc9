// SPDX-License-Identifier: Apache-2.0
//
// Writes a blank into blank rows of delimited text, which the core omits otherwise, so that they are rows of missing
// values. Blank lines below the last row are not rows.

const quote = 34;
const carriageReturn = 13;
const tab = 9;
const space = 32;

type State = 'fieldStart' | 'plain' | 'quoted' | 'closed';

/** Returns a function that changes the bytes of the rows of a table with `width` columns, piece by piece. */
export function blankRowFiller(
  { delimiter, newline }: { delimiter: number; newline: number },
  width: number,
): (bytes: Uint8Array) => Uint8Array {
  const blank = delimiter === tab ? space : tab;
  const filled = [blank, ...Array<number>(width - 1).fill(delimiter), newline];
  let state: State = 'fieldStart';
  let isBlank = true; // the line so far
  let quotes = 0; // in the field so far, while the line is blank
  let line: number[] = [];
  let rows = 0; // blank ones since the last row
  const next = (byte: number) => {
    if (state === 'quoted') state = byte === quote ? 'closed' : 'quoted';
    else if (byte === quote && state !== 'plain') state = 'quoted';
    else if (byte === delimiter || byte === newline) state = 'fieldStart';
    else state = state === 'closed' ? 'closed' : 'plain';
  };
  return (bytes) => {
    const changed: number[] = [];
    for (const byte of bytes) {
      const isEnd = byte === newline && state !== 'quoted';
      next(byte);
      if (!isBlank) {
        changed.push(byte);
        isBlank = isEnd;
        continue;
      }
      line.push(byte);
      quotes = byte === quote ? quotes + 1 : byte === delimiter ? 0 : quotes;
      if (isEnd) {
        rows++;
        line = [];
        quotes = 0;
      } else if (
        quotes > 2 ||
        ![delimiter, quote, carriageReturn].includes(byte) ||
        (state === 'quoted' && byte !== quote)
      ) {
        for (; rows > 0; rows--) for (const each of filled) changed.push(each);
        for (const each of line) changed.push(each);
        line = [];
        quotes = 0;
        isBlank = false;
      }
    }
    return Uint8Array.from(changed);
  };
}
