// SPDX-License-Identifier: Apache-2.0
//
// The first rows of delimited text with the places where they end, for looking at how a file is made before it is read.
// The reader itself is the package's; this one looks at some dozens of rows and never fails.

export interface TextRecord {
  fields: readonly string[];
  /** Where the next record begins, in characters. */
  end: number;
}

export const delimiters = [',', ';', '\t', '|'] as const;

/** At most so many records; the last one of a text that was cut off is left out. */
export function recordsOf(
  text: string,
  delimiter: string,
  { isWhole, most = 60 }: { isWhole: boolean; most?: number },
): TextRecord[] {
  const records: TextRecord[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    fields.push(field.trim());
    field = '';
  };
  for (let i = 0; i < text.length && records.length < most; i++) {
    const letter = text[i] as string;
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[i + 1] === '"') field += text[i++];
      else isQuoted = false;
    } else if (letter === '"' && field.trim() === '') {
      isQuoted = true;
      field = '';
    } else if (letter === delimiter) {
      endField();
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[i + 1] === '\n') i++;
      endField();
      if (fields.length > 1 || fields[0] !== '') records.push({ fields, end: i + 1 });
      fields = [];
    } else field += letter;
  }
  if (isWhole && records.length < most && !isQuoted && (field !== '' || fields.length > 0)) {
    endField();
    records.push({ fields, end: text.length });
  }
  return records;
}

/** The value that most have. */
export function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

/** The delimiter that makes the most of rows that are alike, and what it makes of them. */
export function bestRecords(
  text: string,
  isWhole: boolean,
): { delimiter: string; records: TextRecord[] } {
  const ways = delimiters.map((delimiter) => {
    const records = recordsOf(text, delimiter, { isWhole });
    const counts = records.map(({ fields }) => fields.length);
    const usual = mostCommon(counts);
    const alike = counts.filter((count) => count === usual).length / Math.max(1, counts.length);
    return { delimiter, records, points: usual > 1 ? usual * alike ** 4 : 0 };
  });
  return ways.reduce((best, next) => (next.points > best.points ? next : best));
}
