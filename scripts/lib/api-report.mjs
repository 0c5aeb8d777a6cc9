// The text of the API reports: one per entry point, and shared.api.md for declarations that several of them export.
// API Extractor writes such a declaration into several reports; here each is in one, and short declarations are on one
// line.

/** The name of the report of shared declarations. */
export const shared = 'shared';

/**
 * Returns the text of each report by its name. A declaration belongs to the only entry point that exports it; all others
 * are shared.
 *
 * @param {Record<string, string>} extracted API Extractor's reports by the name of their entry point
 */
export function divide(extracted) {
  const found = findEntries(extracted);
  const where = (isThere) => [...found].filter(isThere).map(([text]) => text);
  const isShared = ([, entries]) => entries.length > 1;
  const reports = Object.keys(extracted).map((name) => {
    const isHere = ([, entries]) => entries.includes(name);
    const own = where((each) => isHere(each) && !isShared(each));
    const others = where((each) => isHere(each) && isShared(each));
    return [
      name,
      format(
        name,
        others,
        own.map((text) => text.replace(declarationStart, 'export $&')),
      ),
    ];
  });
  return Object.fromEntries([...reports, [shared, format(shared, [], where(isShared))]]);
}

// Returns the entry points that export each declaration.
function findEntries(extracted) {
  const found = new Map();
  for (const [entry, report] of Object.entries(extracted)) {
    for (const declaration of getDeclarations(report)) {
      const text = declaration.replace(/^export /m, '');
      found.set(text, [...(found.get(text) ?? []), entry]);
    }
  }
  return found;
}

// Removes tags and comments: all declarations are public, and whether a member has a comment is not part of the API.
function getDeclarations(report) {
  const code = report
    .replaceAll(/^ *\/\/ (@public|@public \(undocumented\)|\(undocumented\))\n/gm, '')
    .replaceAll(/\n\/\*\*.*?\*\/\n/gs, ' ');
  return getParagraphs(withPublicNames(code)).filter((text) => !/^(\/\/\/|\/\/ \(No )/.test(text));
}

// API Extractor renames a type such as Document, which is also a global name, to Document_2, and exports an alias.
function withPublicNames(code) {
  const names = [...code.matchAll(new RegExp(`^${keywords} (\\w+)`, 'gm'))].map(([, name]) => name);
  const renamed = code.replaceAll(/\b(\w+)_\d\b/g, (hidden, name) =>
    names.includes(hidden) && !names.includes(name) ? name : hidden,
  );
  const aliases = [...renamed.matchAll(/\nexport \{ (\w+) as \1 \}/g)];
  return aliases.reduce(
    (text, [line, name]) => text.replace(line, '').replace(new RegExp(`^(?=${keywords} ${name}\\b)`, 'm'), 'export '),
    renamed,
  );
}

const keywords = '(?:export )?(?:abstract )?(?:class|const|enum|function|interface|namespace|type)';
const declarationStart = new RegExp(`^${keywords} `, 'm');

const getParagraphs = (report) =>
  (/^```ts\n(.*)^```$/ms.exec(report)?.[1] ?? '')
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);

function getName(declaration) {
  const [, name] = new RegExp(`^(?:// .*\n)*${keywords} (\\w+)`).exec(declaration) ?? [];
  if (name) return name;
  throw new Error(`a declaration without a name: ${declaration}`);
}

const width = 100;

function format(name, others, declarations) {
  const names = [...new Set(others.map(getName))].sort();
  const list = names.length > 0 ? [`export {\n${wrap(names)}}`] : [];
  return `# API: ${name}

Written by \`npm run api\`. Types that several entry points export are in [shared.api.md](shared.api.md).

\`\`\`ts
${[...list, ...sorted(declarations).map(compact)].join('\n')}
\`\`\`
`;
}

// Returns lines of names, each followed by a comma.
function wrap(names) {
  const lines = [];
  for (const name of names) {
    const longer = `${lines.at(-1)} ${name},`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(`    ${name},`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

// Puts each pair of braces on one line if it fits there, from the inside out.
function compact(declaration) {
  const pattern = /^( *)(?!.*\/\/)(.*\{)\n((?:\1 {4}(?!.*(?:\/\/|\/\*|\{$)).*\n)+)\1(\}.*)$/gm;
  const shorter = declaration.replace(pattern, (block, indent, first, members, last) => {
    const line = `${indent}${first} ${members.trim().replaceAll(/\n */g, ' ')} ${last}`;
    return line.length <= width ? line : block;
  });
  return shorter === declaration ? declaration : compact(shorter);
}

// Sorts by name; overloads keep their order.
function sorted(declarations) {
  const named = declarations.map((text) => ({ name: getName(text), text }));
  named.sort((one, other) => Number(one.name > other.name) - Number(one.name < other.name));
  return named.map(({ text }) => text);
}

/**
 * Returns what the API lost and gained: exports, declarations, or members of a declaration. A declaration that moved to
 * another report did not change.
 *
 * @param {Record<string, string>} before texts of reports by name
 * @param {Record<string, string>} after
 */
export function compare(before, after) {
  const [old, now] = [getLines(before), getLines(after)];
  return { lost: [...old].some((line) => !now.has(line)), gained: [...now].some((line) => !old.has(line)) };
}

function getLines(reports) {
  const lines = Object.entries(reports).flatMap(([report, text]) => [
    ...exportsIn(text).map((name) => `${report} exports ${name}`),
    ...declarationsIn(text).flatMap(([name, declaration]) => declaration.split('\n').map((line) => `${name}: ${line}`)),
  ]);
  return new Set(lines);
}

// A declaration begins with its comments.
const beforeDeclaration = new RegExp(`(?<!^// .*)\\n(?=(?:// .*\\n)*${keywords} )`, 'm');

const isExportList = (paragraph) => paragraph.startsWith('export {');

const getTexts = (report) => getParagraphs(report).flatMap((paragraph) => paragraph.split(beforeDeclaration));

const exportsIn = (report) =>
  getTexts(report).flatMap((text) => {
    if (isExportList(text)) return text.match(/\w+(?=,)/g) ?? [];
    return /^export /m.test(text) ? getName(text) : [];
  });

/** Returns the declarations in the text of a report, each with its name, with one member per line. */
export const declarationsIn = (report) =>
  getTexts(report)
    .filter((text) => !isExportList(text))
    .map((text) => [getName(text), expand(text.replace(/^export /m, ''))]);

// Inverts compact(): ends the line after each brace and semicolon, except in quotes and comments.
function expand(declaration) {
  const tokens = /'[^']*'|"[^"]*"|`[^`]*`|\/\/.*\n|\/\*.*?\*\/|\s+|[{};]|[^{};\s'"`/]+|\//gs;
  let depth = 0;
  const newLine = () => `\n${'\t'.repeat(depth)}`;
  const write = (token) => {
    if (token === '{') {
      depth++;
      return token + newLine();
    }
    if (token === ';') return token + newLine();
    if (token !== '}') return token.trim() === '' ? ' ' : token;
    depth--;
    return newLine() + token;
  };
  const text = declaration.match(tokens)?.map(write).join('') ?? '';
  return text
    .replaceAll(/ *(?:(\n\t*) *)+/g, '$1')
    .replaceAll('\t', '    ')
    .trim();
}
