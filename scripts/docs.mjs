// Builds the site as static files for any folder of any host: the page with its lessons in build/site, and the
// documentation in build/site/docs, by TypeDoc, from the pages of docs/, the package's table of metrics, and its types.
// The site makes no external requests, and every page forbids them.
//
//   npm run docs        (the package and the page have been built: npm run build)

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { metricAdvice, metricKinds, metrics } from 'fairwasm';
import { Application, PageEvent } from 'typedoc';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main, step } from './lib/step.mjs';

const roof = join(buildFolder, 'site');
const site = join(roof, 'docs');
// Not in git. Other pages link to its generated file.
const metricsFile = join(top, 'docs/metrics.md');
const cssFile = join(buildFolder, 'docs.css');

// The menu in order; decisions follow.
const menu = [
  'docs/first-audit.md',
  'docs/impact.md',
  'docs/metrics.md',
  'docs/classes.md',
  'docs/numbers.md',
  'docs/coming-from.md',
  'docs/glossary.md',
  'docs/deviations.md',
  'docs/slices.md',
  'docs/thresholds.md',
  'docs/models.md',
  'docs/pipelines.md',
  'docs/uncertainty.md',
  'docs/values.md',
  'docs/report-format.md',
  'docs/lessons.md',
  'docs/privacy.md',
  'docs/reliability.md',
  'SECURITY.md',
  'docs/engines.md',
  'docs/embedding.md',
  'docs/performance.md',
  'docs/extending.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'CHANGELOG.md',
  'docs/releasing.md',
  'docs/decisions/README.md',
];

main(async () => {
  await rm(roof, { recursive: true, force: true });
  await writeWithDocs(join(buildFolder, 'page'));
  await writeFile(metricsFile, metricsPage());
  await writeFile(cssFile, css);
  const pages = await readdir(join(top, 'docs'));
  const lost = pages.filter((name) => name.endsWith('.md') && !menu.includes(`docs/${name}`));
  if (lost.length > 0) throw new Failure(`Not in the menu of scripts/docs.mjs: ${lost.join(', ')}`);
  const decisions = (await readdir(join(top, 'docs/decisions')))
    .filter((name) => name !== 'README.md')
    .sort();
  await step('documentation', () =>
    writeSite([...menu, ...decisions.map((name) => `docs/decisions/${name}`)]),
  );
  await cp(join(top, 'dist/schemas'), site, { recursive: true });
  console.log(`The site is in ${roof}: serve it from any folder.`);
});

// Writes the page with a link to the documentation.
async function writeWithDocs(page) {
  await mkdir(site, { recursive: true });
  await cp(page, roof, { recursive: true });
  const file = join(roof, 'index.html');
  const html = readFileSync(file, 'utf8');
  const told = '<meta name="fairwasm-documentation" content="./docs/index.html" />\n  </head>';
  await writeFile(file, html.replace('</head>', told));
}

// The list of metrics.

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

// The site.

// Returns the sources of all entry points, except the inlined one, which has the names of the main entry point, and
// those without types.
function doors() {
  const { exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const others = /^\.\/(inline|elements|worker|counting-worker)(\/|$)|\.wasm$/;
  return Object.entries(exports)
    .filter(([path, { types }]) => types !== undefined && !others.test(path))
    .map(([, { types }]) => join(top, types.replace('./dist', 'js/src').replace('.d.ts', '.ts')));
}

async function writeSite(documents) {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: doors(),
    tsconfig: join(top, 'js/tsconfig.json'),
    out: site,
    name: 'fairwasm',
    readme: join(top, 'README.md'),
    projectDocuments: documents.map((path) => join(top, path)),
    sort: ['kind', 'instance-first', 'alphabetical-ignoring-documents'],
    groupOrder: ['Documents', '*', 'Decisions'],
    navigation: { includeGroups: true },
    navigationLinks: { 'Audit a file': `${above}#/audit`, Lessons: `${above}#/learn` },
    excludeInternal: true,
    excludePrivate: true,
    hideGenerator: true,
    disableSources: true,
    disableGit: true,
    logLevel: 'Error',
    skipErrorChecking: true,
    customCss: cssFile,
    favicon: join(top, 'web/public/icon.svg'),
    visibilityFilters: {}, // they need inline styles
  });
  app.converter.on('createDocument', (_, document) => {
    const path = document.project.files.getReflectionPath(document);
    document.frontmatter.group = path.includes('/docs/decisions/') ? 'Decisions' : 'Documents';
    takeTitle(document);
    document.content.forEach((part) => {
      linkFolder(part, path, document.project.files);
    });
  });
  app.converter.on('resolveBegin', ({ project }) => {
    for (const part of project.readme) {
      linkFolder(part, join(top, 'README.md'), project.files);
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = withPolicy(withoutInlineStyles(withLinks(page.contents, page.url)));
  });
  const project = await app.convert();
  if (!project || app.logger.hasErrors()) throw new Failure('typedoc could not read the sources');
  await app.generateDocs(project, site);
  if (app.logger.hasErrors()) throw new Failure('typedoc could not write the site');
}

// The menu shows a page's heading instead of its file name.
function takeTitle(document) {
  const [first] = document.content;
  const title = /^# (.+)$/m.exec(first.text)?.[1];
  if (!title) throw new Failure(`${document.name}: a page must begin with a heading`);
  document.name = title;
}

// Replacements for links to folders, which the site does not show.
const insteadOf = [
  [/^examples(\/|$)/, 'examples/README.md'],
  [/^docs\/decisions\/?$/, 'docs/decisions/README.md'],
];

function linkFolder(part, page, files) {
  if (part.kind !== 'relative-link') return;
  const path = relative(top, resolve(dirname(page), part.text));
  const file = insteadOf.find(([folder]) => folder.test(path) && !/\.\w+$/.test(path))?.[1];
  if (file) Object.assign(part, files.register(page, join(top, file)));
}

// TypeDoc writes links of the header unchanged on every page, whatever its depth.
const above = 'https://above.invalid/';
const withLinks = (html, url) =>
  html.replaceAll(above, '../'.repeat(url.split('/').length)).replaceAll(' target="_blank"', '');

// Number columns are aligned by inline styles, which the policy forbids.
const css = '.align-right { text-align: right; }\n.align-center { text-align: center; }\n';
const withoutInlineStyles = (html) =>
  html.replaceAll(/ style="text-align:(\w+)"/g, ' class="align-$1"');

// TypeDoc's pages start with a one-line script, and its own script adds an empty style element; their hashes permit
// both.
function withPolicy(html) {
  const hashOf = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => hashOf(code));
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`,
    `style-src 'self' ${hashOf('')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
  );
}
