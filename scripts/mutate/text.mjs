// Mutants of the core, found in its text. Formatted code makes this precise enough: an operator is between blanks, a
// template bracket is not. The compiler detects mutants that do not compile. There is no maintained C++ tool in the
// registries that this project builds from: Mull is not a Debian package, and the others are Python packages.

const operators = [
  ...[' < → <= ', ' < → >= ', ' <= → < ', ' <= → > ', ' > → >= ', ' > → <= ', ' >= → > ', ' >= → < '],
  ...[' == → != ', ' != → == ', ' && → || ', ' || → && ', '++→--', 'true→false', 'false→true'],
  ...[' + → - ', ' - → + ', ' * → / ', ' / → * ', ' % → * ', ' << → >> ', ' >> → << '],
  ...[' & → | ', ' | → & ', ' ^ → & ', ' += → -= ', ' -= → += ', ' *= → /= ', ' /= → *= ', ' |= → &= '],
  ...['.front()→.back()', '.back()→.front()', 'std::floor(→std::ceil(', 'std::sqrt(→(', 'std::abs(→('],
  ...['std::min(→std::max(', 'std::max(→std::min(', 'std::fmin(→std::fmax(', 'std::fmax(→std::fmin('],
].map((rule) => rule.split('→'));

const word = /\w/;

// Yields the positions of a string in the code; words must match as a whole.
function* findPlaces(code, text) {
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + 1)) {
    const isWhole = !word.test(text[0]) || (!word.test(code[at - 1]) && !word.test(code[at + text.length]));
    if (isWhole || text.endsWith('(')) yield at;
  }
}

function* swapped(code) {
  for (const [from, to] of operators) {
    for (const at of findPlaces(code, from)) yield { at, from, to };
  }
}

function* otherNumbers(code) {
  for (const { index, 1: from, 2: suffix } of code.matchAll(
    /(?<![\w.'])(\d+(?:\.\d+)?(?:e-?\d+)?)([uUlL]*)(?![\w.'])/g,
  )) {
    yield { at: index, from: from + suffix, to: `${Number(from) + 1}${suffix}` };
    if (from !== '0') yield { at: index, from: from + suffix, to: `0${suffix}` };
  }
}

// Returns the position after the bracket that closes the one at `open`.
function closing(code, open) {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) return at + 1;
  }
  return code.length;
}

function* otherConditions(code) {
  for (const { index, 0: found } of code.matchAll(/\b(?:if|while) (?=\()/g)) {
    const at = index + found.length;
    const from = code.slice(at, closing(code, at));
    yield { at, from, to: `(!${from})` };
  }
}

function* emptyReturns(code) {
  for (const { index, 0: from } of code.matchAll(/\breturn [^;{}]+;/g)) {
    yield { at: index, from, to: 'return {};' };
  }
}

// Yields calls and assignments on their own line; a declaration has a blank before its name. Memory reservations are
// skipped, because they affect only speed.
function* leftOut(code) {
  for (const { index, 1: from } of code.matchAll(
    /(?<=[;{}]\s*\n\s*)([\w.:>[\]()*-]+(?:\(.*\)| [-+*/|&^%]?= [^;\n]*);)(?=\n)/g,
  )) {
    if (!/^return|\.reserve\(/.test(from)) yield { at: index, from, to: ';' };
  }
}

/** Replaces comments, strings, and preprocessor lines with blanks, so that positions stay the same. */
export function getCode(text) {
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|^#[^\n]*|static_assert\([\s\S]*?\);/gm,
    (part) => part.replace(/[^\n]/g, ' '),
  );
}

/** Returns the mutants of a text, each with its position, the original text, and its replacement. */
export function faultsIn(text) {
  const code = getCode(text);
  return [swapped, otherNumbers, otherConditions, emptyReturns, leftOut]
    .flatMap((find) => [...find(code)])
    .map(({ at, from, to }) => {
      const old = text.slice(at, at + from.length);
      const line = text.slice(0, at + from.length - from.trimStart().length).split('\n').length;
      return { at, line, from: old, to: to.replace(from, () => old) };
    });
}

/** Returns the text with one mutant. */
export function withFault(text, { at, from, to }) {
  return text.slice(0, at) + to + text.slice(at + from.length);
}
