// The documentation as a static site in build/docs: the pages of docs/, the list of metrics from the package's
// own table, and the API from its types. It asks nobody for anything: one style sheet, no scripts of ours.
//
//   npm run docs

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metricAdvice, metricKinds, metrics } from 'fairwasm';
import { Marked } from 'marked';
import { Application } from 'typedoc';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main, step } from './lib/step.mjs';

const site = join(buildFolder, 'docs');

// What stands in the menu, in its order; pages that others wrote for themselves follow.
const menu = [
  'first-audit',
  'metrics',
  'coming-from',
  'deviations',
  'uncertainty',
  'report-format',
  'privacy',
  'embedding',
  'performance',
  'extending',
  'contributing',
  'examples',
  'changelog',
  'releasing',
];

main(async () => {
  await rm(site, { recursive: true, force: true });
  await mkdir(join(site, 'decisions'), { recursive: true });
  const pages = await readPages();
  await step(`${pages.length} pages`, () => writePages(pages));
  await step('API', writeApi);
  for (const name of ['images', 'report.schema.json', 'comparison.schema.json']) {
    await cp(join(top, 'docs', name), join(site, name), { recursive: true });
  }
  await cp(join(top, 'NOTICE'), join(site, 'notice.txt'));
  console.log(`The site is in ${site}: open index.html.`);
});

// Pages by the path of their source; `path` is where the site has them.
async function readPages() {
  const names = await readdir(join(top, 'docs'), { recursive: true });
  const sources = names.filter((name) => /^(decisions\/)?[\w-]+\.md$/.test(name));
  const elsewhere = {
    index: 'README.md',
    contributing: 'CONTRIBUTING.md',
    changelog: 'CHANGELOG.md',
  };
  const paths = [
    ...Object.entries({ ...elsewhere, examples: 'examples/README.md' }),
    ...sources.map((source) => [source.replace(/\.md$/, ''), `docs/${source}`]),
  ];
  const pages = paths.map(async ([path, source]) => {
    return { path, source, markdown: await readFile(join(top, source), 'utf8') };
  });
  const generated = { path: 'metrics', source: 'docs/metrics.md', markdown: metricsPage() };
  return [...(await Promise.all(pages)), generated];
}

// The list of metrics

const bound = (value) => (Number.isFinite(value) ? String(value) : value > 0 ? '∞' : '-∞');
const directions = {
  higher: 'higher is better for the group',
  lower: 'lower is better for the group',
  none: 'neither higher nor lower is better in itself',
  ideal: 'the closer to the ideal, the more alike the groups',
};

function metricsPage() {
  const parts = Object.entries(metricKinds).map(([kind, { heading }]) => {
    const rows = metrics.filter((metric) => metric.kind === kind);
    return `## ${heading}\n\n${rows.map(metricSection).join('\n')}`;
  });
  return `# Every metric\n\nTP, FP, TN and FN are true and false positives and negatives; a metric measures one
notion of fairness.\n\n${parts.join('\n')}`;
}

const undefinedWhen = ({ undefinedWhen: when }) =>
  when === 'never' ? when : `where ${when.replace(/^no /, 'there are no ')}`;

function metricSection(metric) {
  const { name, title, formula, range, ideal, direction, inputs, meaning } = metric;
  const advice = metricAdvice(name);
  const facts = [
    ['In code', `\`${name}\``],
    ['Formula', `\`${formula}\``],
    ['Range', `${bound(range[0])} to ${bound(range[1])}`],
    ...(ideal === undefined ? [] : [['Ideal', ideal]]),
    ['Direction', directions[direction]],
    ['Needs', inputs.join(', ')],
    ['Undefined', undefinedWhen(metric)],
    ['When to use', advice.use],
    ['When not', advice.avoid],
    ['Conflicts', advice.conflicts],
    ['Reference', metric.reference],
  ];
  const rows = facts.map(([fact, text]) => `| ${fact} | ${String(text).replaceAll('|', '\\|')} |`);
  return `### ${title}\n\n${meaning}\n\n| | |\n| --- | --- |\n${rows.join('\n')}\n`;
}

// Pages

async function writePages(pages) {
  await writeFile(join(site, 'style.css'), style);
  for (const page of pages) {
    await writeFile(join(site, `${page.path}.html`), render(page, pages));
  }
}

function render(page, pages) {
  const { path, markdown } = page;
  const up = '../'.repeat(path.split('/').length - 1);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
    walkTokens(token) {
      if (token.type === 'link') token.href = linkOf(token.href, page, pages);
      if (token.type === 'image') token.href = token.href.replace(/^docs\//, '');
    },
  });
  const title = titleOf(markdown);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:">
<title>${escaped(path === 'index' ? 'fairwasm' : `${title} – fairwasm`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<nav aria-label="Pages">
<a href="${up}index.html">fairwasm</a>
${menuOf(pages, path, up)}
<a href="${up}api/index.html">API</a>
</nav>
<main>
${wideTables(marked.parse(markdown))}
</main>
</body>
</html>
`;
}

const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1] ?? 'fairwasm';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

// Tables scroll by themselves on a narrow screen, by keyboard too.
const wideTables = (html) =>
  html
    .replaceAll(
      '<table>',
      '<div class="table" tabindex="0" role="region" aria-label="Table"><table>',
    )
    .replaceAll('</table>', '</table></div>');

function menuOf(pages, path, up) {
  return menu
    .map((name) => pages.find((page) => page.path === name))
    .filter((page) => page !== undefined)
    .map((page) => {
      const current = page.path === path ? ' aria-current="page"' : '';
      return `<a href="${up}${page.path}.html"${current}>${escaped(titleOf(page.markdown))}</a>`;
    })
    .join('\n');
}

// What is no page, but on the site in another form.
const others = [
  [/^examples(\/.*)?$/, 'examples.html'],
  [/^docs\/decisions\/?$/, 'decisions/001-philox.html'],
  [/^docs\/api\/?$/, 'api/index.html'],
  [/^docs\/report\.schema\.json$/, 'report.schema.json'],
  [/^docs\/comparison\.schema\.json$/, 'comparison.schema.json'],
  [/^NOTICE$/, 'notice.txt'],
];

// Links between Markdown files become links between pages; one that leads nowhere is a mistake.
function linkOf(href, { source, path }, pages) {
  if (/^(\w+:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `https://site/${source}`);
  const target = pathname.slice(1);
  const page = pages.find((each) => each.source === target);
  const found = page ? `${page.path}.html` : others.find(([pattern]) => pattern.test(target))?.[1];
  if (found === undefined) throw new Failure(`${source}: the site has no ${target}`);
  return `${'../'.repeat(path.split('/').length - 1)}${found}${hash}`;
}

// The API

async function writeApi() {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [join(top, 'js/src/index.ts')],
    tsconfig: join(top, 'js/tsconfig.json'),
    out: join(site, 'api'),
    name: 'fairwasm',
    readme: 'none',
    excludeInternal: true,
    excludePrivate: true,
    hideGenerator: true,
    disableSources: true,
    disableGit: true,
    logLevel: 'Error',
    skipErrorChecking: true,
  });
  const project = await app.convert();
  if (!project || app.logger.hasErrors()) throw new Failure('typedoc could not read the sources');
  await app.generateDocs(project, join(site, 'api'));
}

const style = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #e8eaed);
  --quiet: light-dark(#5b6570, #a5adb6);
  --line: light-dark(#d5dade, #3b4248);
  --code: light-dark(#f3f5f7, #23282d);
  --link: light-dark(#0b57a4, #8ec1ff);
  background: light-dark(#fff, #16191c);
  color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif;
}
body { display: grid; grid-template-columns: 16rem minmax(0, 46rem); gap: 3rem; margin: 0; padding: 2rem; }
nav { display: flex; flex-direction: column; gap: 0.4rem; }
nav a { color: var(--quiet); text-decoration: none; }
nav a:first-child { color: var(--text); font-weight: 700; margin-bottom: 0.6rem; }
nav a[aria-current], nav a:hover { color: var(--link); }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; }
img { max-width: 100%; height: auto; }
pre, .table { overflow-x: auto; }
pre { background: var(--code); padding: 1rem; border-radius: 6px; }
code { font: 0.9em ui-monospace, monospace; }
:not(pre) > code { background: var(--code); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
td > code { overflow-wrap: break-word; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 52rem) {
  body { display: block; padding: 1rem; }
  nav { flex-flow: row wrap; gap: 0.4rem 1rem; border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
}
`;
