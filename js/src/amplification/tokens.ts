type Rule = readonly [pattern: RegExp, replacement: string];

const openingQuotes: readonly Rule[] = [
  [/([«“‘„]|`+)/gu, ' $1 '],
  [/^"/, '``'],
  [/``/g, ' `` '],
  [/([ ([{<])("|'')/g, '$1 `` '],
  // A single quote before a word, unless it belongs to a contraction.
  [/'(?!re|ve|ll|[mtsdn])([\p{L}\p{N}_])(?![\p{L}\p{N}_])/giu, "' $1"],
];

const punctuation: readonly Rule[] = [
  // The period that ends the text; other periods may belong to abbreviations. The lookahead captures what follows
  // once; a plain group would try every length and take minutes on a long run of blanks.
  [/([^.])(\.)(?=([\])}>"'»”’ ]*))\3\s*$/u, '$1 $2 $3 '],
  [/([:,])([^\d])/gu, ' $1 $2'],
  [/([:,])$/, ' $1 '],
  [/\.{2,}/g, ' $& '],
  [/[;@#$%&]/g, ' $& '],
  [/([^.])(\.)(?=([\])}>"']*))\3\s*$/u, '$1 $2$3 '],
  [/[?!]/g, ' $& '],
  [/([^'])' /gu, "$1 ' "],
  [/\*/g, ' $& '],
  [/[\][(){}<>]/g, ' $& '],
  [/--/g, ' -- '],
];

const closingQuotes: readonly Rule[] = [
  [/[»”’]/g, ' $& '],
  [/''/g, " '' "],
  [/"/g, " '' "],
  [/\s+/g, ' '],
  [/([^' ])('[sS]|'[mM]|'[dD]|') /gu, '$1 $2 '],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, '$1 $2 '],
];

// Words to split in two.
const contractions: readonly Rule[] = [
  [/\b(can)(not)\b/gi, ' $1 $2 '],
  [/\b(d)('ye)\b/gi, ' $1 $2 '],
  [/\b(gim|lem)(me)\b/gi, ' $1 $2 '],
  [/\b(gon)(na)\b/gi, ' $1 $2 '],
  [/\b(got)(ta)\b/gi, ' $1 $2 '],
  [/\b(more)('n)\b/gi, ' $1 $2 '],
  [/\b(wan)(na)(?=\s)/gi, ' $1 $2 '],
  [/ ('t)(is|was)\b/gi, ' $1 $2 '],
];

const apply = (text: string, rules: readonly Rule[]) =>
  rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);

/**
 * Splits an English sentence into words and punctuation, like NLTK's `word_tokenize(text, preserve_line=True)`:
 * double quotes become `` and ''. Only a period at the very end is a separate token, so pass one sentence at a time.
 */
export function treebankTokens(text: string): string[] {
  const marked = apply(apply(text, openingQuotes), punctuation);
  const split = apply(apply(` ${marked} `, closingQuotes), contractions);
  return split.split(/\s+/).filter((token) => token !== '');
}
