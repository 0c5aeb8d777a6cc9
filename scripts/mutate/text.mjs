// Small faults that a person might write into the core, found in its text. That the code is formatted makes this
// exact enough: an operator stands between blanks, a bracket of a template does not. What does not compile is no
// fault, and is told by the compiler. No kept tool for C++ is to be had from the registries that this project
// builds from: Mull is no Debian package, and the others come with Python's.

const operators = [
  ...[
    ' < → <= ',
    ' < → >= ',
    ' <= → < ',
    ' <= → > ',
    ' > → >= ',
    ' > → <= ',
    ' >= → > ',
    ' >= → < ',
  ],
  ...[' == → != ', ' != → == ', ' && → || ', ' || → && ', '++→--', 'true→false', 'false→true'],
  ...[' + → - ', ' - → + ', ' * → / ', ' / → * ', ' % → * ', ' << → >> ', ' >> → << '],
  ...[
    ' & → | ',
    ' | → & ',
    ' ^ → & ',
    ' += → -= ',
    ' -= → += ',
    ' *= → /= ',
    ' /= → *= ',
    ' |= → &= ',
  ],
  ...[
    '.front()→.back()',
    '.back()→.front()',
    'std::floor(→std::ceil(',
    'std::sqrt(→(',
    'std::abs(→(',
  ],
  ...[
    'std::min(→std::max(',
    'std::max(→std::min(',
    'std::fmin(→std::fmax(',
    'std::fmax(→std::fmin(',
  ],
].map((rule) => rule.split('→'));

const word = /\w/;

// Places of one text in another; of words only whole ones.
function* placesOf(code, text) {
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + 1)) {
    const isWhole =
      !word.test(text[0]) || (!word.test(code[at - 1]) && !word.test(code[at + text.length]));
    if (isWhole || text.endsWith('(')) yield at;
  }
}

function* swapped(code) {
  for (const [from, to] of operators) {
    for (const at of placesOf(code, from)) yield { at, from, to };
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

// The place after the bracket that closes the one at `open`.
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

// Calls and assignments in a line of their own; a declaration has a blank before its name. To reserve room is a
// matter of speed alone.
function* leftOut(code) {
  for (const { index, 1: from } of code.matchAll(
    /(?<=[;{}]\s*\n\s*)([\w.:>[\]()*-]+(?:\(.*\)| [-+*/|&^%]?= [^;\n]*);)(?=\n)/g,
  )) {
    if (!/^return|\.reserve\(/.test(from)) yield { at: index, from, to: ';' };
  }
}

/** Comments, texts and what is for the preprocessor, as blanks: everything else stands where it stood. */
export function codeOf(text) {
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|^#[^\n]*|static_assert\([\s\S]*?\);/gm,
    (part) => part.replace(/[^\n]/g, ' '),
  );
}

/** The faults that fit into a text: each with its place, what stands there, and what would stand there instead. */
export function faultsIn(text) {
  const code = codeOf(text);
  return [swapped, otherNumbers, otherConditions, emptyReturns, leftOut]
    .flatMap((find) => [...find(code)])
    .map(({ at, from, to }) => {
      const old = text.slice(at, at + from.length);
      const line = text.slice(0, at + from.length - from.trimStart().length).split('\n').length;
      return { at, line, from: old, to: to.replace(from, () => old) };
    });
}

/** The text with one fault in it. */
export function withFault(text, { at, from, to }) {
  return text.slice(0, at) + to + text.slice(at + from.length);
}
