// The text of the API reports: one per entry point, and shared.api.md for declarations that several of them need.
// API Extractor writes every declaration into the report of each entry point that reaches it; here each is in one.

/** The name of the report of shared declarations. */
export const shared = 'shared';

/**
 * Returns the text of each report by its name. A declaration belongs to the only entry point that exports it or, if
 * none does, to the only one that reaches it; all other declarations are shared.
 *
 * @param {Record<string, string>} extracted API Extractor's reports by the name of their entry point
 */
export function divide(extracted) {
  const entries = Object.keys(extracted);
  const found = places(extracted);
  const where = (isThere) => found.filter(isThere).map(({ text }) => text);
  return Object.fromEntries(
    [...entries, shared].map((name) => {
      const exported = where(({ exporting }) => exporting.includes(name));
      const declared = where((place) => findHome(place) === name);
      return [name, format(name, exported, declared)];
    }),
  );
}

function findHome({ exporting, reaching }) {
  const [home, ...others] = exporting.length > 0 ? exporting : reaching;
  return others.length > 0 ? shared : home;
}

// Returns the entry points that export each declaration, and all that reach it.
function places(extracted) {
  const found = new Map();
  for (const [entry, report] of Object.entries(extracted)) {
    for (const declaration of getDeclarations(report)) {
      const text = declaration.replace(/^export /m, '');
      if (!found.has(text)) found.set(text, { text, exporting: [], reaching: [] });
      found.get(text).reaching.push(entry);
      if (text !== declaration) found.get(text).exporting.push(entry);
    }
  }
  return [...found.values()];
}

// Removes tags and comments: all declarations are public, and whether a member has a comment is not part of the API.
function getDeclarations(report) {
  const code = report.replaceAll(
    /^ *\/\/ (@public|@public \(undocumented\)|\(undocumented\))\n/gm,
    '',
  );
  return getParagraphs(code).filter((paragraph) => !/^(\/\/\/|\/\/ \(No )/.test(paragraph));
}

const getParagraphs = (report) =>
  (/^```ts\n(.*)^```$/ms.exec(report)?.[1] ?? '')
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);

function getName(declaration) {
  const [, name] = /^(?:\/\/.*\n)*(?:[a-z]+ )+(\w+)/.exec(declaration) ?? [];
  if (name) return name;
  throw new Error(`a declaration without a name: ${declaration}`);
}

function format(name, exported, declarations) {
  const names = [...new Set(exported.map(getName))].sort().map((each) => `    ${each},\n`);
  const list = names.length > 0 ? [`export {\n${names.join('')}}`] : [];
  return `# API: ${name}

Written by \`npm run api\`. Types that several entry points use are in [shared.api.md](shared.api.md).

\`\`\`ts
${[...list, ...sorted(declarations)].join('\n\n')}
\`\`\`
`;
}

// Sorts by name; overloads keep their order.
function sorted(declarations) {
  const named = declarations.map((text) => ({ name: getName(text), text }));
  named.sort((one, other) => Number(one.name > other.name) - Number(one.name < other.name));
  return named.map(({ text }) => text);
}

/**
 * Returns what the API lost and gained: exports, declarations, or lines of a declaration. A declaration that moved to
 * another report did not change.
 *
 * @param {Record<string, string>} before texts of reports by name
 * @param {Record<string, string>} after
 */
export function compare(before, after) {
  const [old, now] = [getLines(before), getLines(after)];
  return {
    lost: [...old].some((line) => !now.has(line)),
    gained: [...now].some((line) => !old.has(line)),
  };
}

function getLines(reports) {
  const lines = Object.entries(reports).flatMap(([report, text]) =>
    getParagraphs(text).flatMap((paragraph) => {
      const place = isExportList(paragraph) ? `exports of ${report}` : getName(paragraph);
      return paragraph.split('\n').map((line) => `${place}: ${line}`);
    }),
  );
  return new Set(lines);
}

const isExportList = (paragraph) => paragraph.startsWith('export {');

/** Returns the declarations in the text of a report, each with its name. */
export const declarationsIn = (text) =>
  getParagraphs(text)
    .filter((paragraph) => !isExportList(paragraph))
    .map((declaration) => [getName(declaration), declaration]);
