// The reports of line coverage: a table of families, and the files of each.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes index.html, coverage.md and coverage.json into `folder`. */
export function write(folder, files) {
  const families = getFamilies(files);
  writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(families, null, 2)}\n`);
  writeFileSync(join(folder, 'coverage.md'), markdown(families));
  writeFileSync(join(folder, 'index.html'), html(families, existsSync(join(folder, 'cpp'))));
}

/** The coverage of each family, files with the lowest line coverage first. */
export function getFamilies(files) {
  const groups = new Map();
  for (const each of files) {
    const family = getFamily(each.file);
    groups.set(family, [...(groups.get(family) ?? []), each]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([family, members]) => ({
      family,
      lines: sum(members.map(({ lines }) => lines)),
      branches: sum(members.map(({ branches }) => branches)),
      files: members
        .map(({ file, lines, branches }) => ({ file, lines: sum([lines]), branches: sum([branches]) }))
        .sort((one, other) => proportion(one.lines) - proportion(other.lines)),
    }));
}

// cpp/src/group and cpp/include/fairwasm/group are one family.
function getFamily(file) {
  const [, folder, name] = /^(cpp|js)\/(?:src|include\/fairwasm)\/(?:(\w+)\/)?/.exec(file) ?? [];
  return folder ? `${folder}: ${name ?? 'entry points'}` : file;
}

const sum = (parts) => ({
  count: parts.reduce((total, { count }) => total + count, 0),
  covered: parts.reduce((total, { covered }) => total + covered, 0),
});

const proportion = ({ count, covered }) => (count === 0 ? 1 : covered / count);

const percent = (part) => (part.count === 0 ? '' : `${(Math.floor(1000 * proportion(part)) / 10).toFixed(1)}%`);

const cells = ({ lines, branches }) => [
  percent(lines),
  `${lines.covered} of ${lines.count}`,
  percent(branches),
  `${branches.covered} of ${branches.count}`,
];

const notes = [
  'C++: llvm-cov, native tests. A branch is one outcome of a condition.',
  'Package: V8, tests of tests/js. Lines are those of the compiled JavaScript without comments. A branch is a function, or a block that did not always run with the code around it.',
];

function markdown(families) {
  const rows = families.map((each) => `| ${[each.family, ...cells(each)].join(' | ')} |`);
  return [
    '# Line and branch coverage\n',
    '| family | lines | | branches | |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
    `\n${notes.join('\n\n')}\n`,
  ].join('\n');
}

function html(families, hasCpp) {
  const row = (head, each) =>
    `<tr>${head}${cells(each)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}</tr>`;
  const rows = families.map((family) => {
    const files = family.files.map((each) => row(each.file, each)).join('\n');
    const details = `<details><summary>${family.files.length} files</summary><table>${files}</table></details>`;
    return `${row(family.family, family)}\n<tr><td colspan="5">${details}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>fairwasm: line and branch coverage</title>
<style>
  body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { padding: 0.2rem 0.6rem; text-align: right; font-weight: normal; }
  th:first-child, td[colspan] { text-align: left; }
  thead, details { border-bottom: 1px solid; }
</style>
<h1>Line and branch coverage</h1>
${notes.map((note) => `<p>${note}</p>`).join('\n')}
${hasCpp ? '<p><a href="cpp/index.html">Counts of each line of C++</a></p>' : ''}
<table>
<thead><tr><th>family</th><th>lines</th><th></th><th>branches</th><th></th></tr></thead>
${rows.join('\n')}
</table>
</html>
`;
}
