// SPDX-License-Identifier: Apache-2.0
//
// The first rows of delimited text with the offsets where they end, to detect the layout of a file before it is read.
// The core reads the rows themselves; this parser looks at a few dozen rows and never fails.

export interface TextRecord {
  fields: readonly string[];
  /** Offset of the next record, in characters. */
  end: number;
  /** True if a blank line is above. */
  isBelowBlank?: boolean;
}

export const delimiters = [',', ';', '\t', '|'] as const;

/** Returns at most `max` records without blank lines; omits the last record of a text that was cut off. */
export function getRecords(
  text: string,
  delimiter: string,
  { isWhole, max = 60 }: { isWhole: boolean; max?: number },
): TextRecord[] {
  const records: TextRecord[] = [];
  const special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/, '\\$&')}]`, 'g');
  let fields: string[] = [];
  let field = ''; // what stands before `from`
  let from = 0;
  let isBelowBlank = false;
  const endField = (end: number) => {
    fields.push((field + text.slice(from, end)).trim());
    field = '';
  };
  while (records.length < max) {
    const at = special.exec(text)?.index;
    if (at === undefined) break;
    const letter = text[at];
    if (letter === '"') {
      const isInside = field.trim() !== '' || text.slice(from, at).trim() !== '';
      if (isInside) continue; // a quotation mark inside a field
      const quoted = getQuoted(text, at + 1);
      if (quoted === undefined) return records;
      field = quoted.field;
      from = quoted.end;
      special.lastIndex = from;
      continue;
    }
    endField(at);
    from = at + 1;
    if (letter === delimiter) continue;
    if (letter === '\r' && text[from] === '\n') from++;
    special.lastIndex = from;
    const isBlank = fields.length === 1 && fields[0] === '';
    if (!isBlank) records.push({ fields, end: from, isBelowBlank });
    isBelowBlank = isBlank;
    fields = [];
  }
  const isRest = field !== '' || from < text.length || fields.length > 0;
  if (isWhole && records.length < max && isRest) {
    endField(text.length);
    records.push({ fields, end: text.length, isBelowBlank });
  }
  return records;
}

/** Returns the field whose quotation starts before `start`, and the offset after it; undefined if it does not end. */
function getQuoted(text: string, start: number): { field: string; end: number } | undefined {
  for (let from = start, field = ''; ; ) {
    const end = text.indexOf('"', from);
    if (end < 0) return undefined;
    field += text.slice(from, end);
    if (text[end + 1] !== '"') return { field, end: end + 1 };
    field += '"';
    from = end + 2;
  }
}

/** Returns the most frequent value, or 0 without values. */
export function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

/**
 * Returns the delimiter that divides the most rows into equally many fields. A row that differs costs more than a field
 * gains: decimal commas outnumber the semicolons between them, but not in the header.
 */
export function bestRecords(text: string, isWhole: boolean): { delimiter: string; records: TextRecord[] } {
  const ways = delimiters.map((delimiter) => {
    const records = getRecords(text, delimiter, { isWhole });
    const counts = records.map(({ fields }) => fields.length);
    const usual = mostCommon(counts);
    const others = counts.filter((count) => count !== usual).length;
    return { delimiter, records, points: usual > 1 ? usual * Math.exp(-others) : 0 };
  });
  return ways.reduce((best, next) => (next.points > best.points ? next : best));
}
