// Builds the site as static files for any folder of any host: the page with its lessons in build/site, and the
// documentation in build/site/docs, by TypeDoc, from the pages of docs/ and the package's types.
// The site makes no external requests, and every page forbids them.
//
//   npm run docs        (the package and the page have been built: npm run build)

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Application, PageEvent } from 'typedoc';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main, step } from './lib/step.mjs';

const root = join(buildFolder, 'site');
const site = join(root, 'docs');
const cssFile = join(buildFolder, 'docs.css');

// The groups of the menu, in order; decisions follow.
const menu = {
  Tutorial: ['docs/first-audit.md', 'docs/reading-intervals.md'],
  'How-to guides': [
    'docs/page.md',
    'docs/pipelines.md',
    'docs/engines.md',
    'docs/assistants.md',
    'docs/embedding.md',
    'examples/README.md',
    'docs/coming-from.md',
    'docs/other-libraries.md',
    'docs/impact.md',
    'docs/classes.md',
    'docs/numbers.md',
    'docs/models.md',
    'docs/slices.md',
    'docs/repeated.md',
    'docs/rankings.md',
    'docs/amounts.md',
    'docs/monitoring.md',
    'docs/thresholds.md',
    'docs/extending.md',
    'docs/lessons.md',
  ],
  Reference: [
    'docs/metrics.md',
    'docs/command-line.md',
    'docs/values.md',
    'docs/report-format.md',
    'docs/glossary.md',
    'CHANGELOG.md',
  ],
  Explanation: ['docs/deviations.md', 'docs/privacy.md', 'SECURITY.md'],
  Measurements: ['docs/uncertainty.md', 'docs/agreement.md', 'docs/reliability.md', 'docs/performance.md'],
  Contributing: ['CONTRIBUTING.md', 'docs/releasing.md', 'docs/decisions/README.md'],
};
const listed = Object.values(menu).flat();

main(async () => {
  await rm(root, { recursive: true, force: true });
  await writeWithDocs(join(buildFolder, 'page'));
  await writeFile(cssFile, css);
  const pages = await readdir(join(top, 'docs'));
  const missing = pages.filter((name) => name.endsWith('.md') && !listed.includes(`docs/${name}`));
  if (missing.length > 0) throw new Failure(`Not in the menu of scripts/docs.mjs: ${missing.join(', ')}`);
  const decisions = (await readdir(join(top, 'docs/decisions'))).filter((name) => name !== 'README.md').sort();
  await step('documentation', () => writeSite([...listed, ...decisions.map((name) => `docs/decisions/${name}`)]));
  await cp(join(top, 'dist/schemas'), site, { recursive: true });
  console.log(`The site is in ${root}: serve it from any folder.`);
});

// Writes the page with a link to the documentation.
async function writeWithDocs(page) {
  await mkdir(site, { recursive: true });
  await cp(page, root, { recursive: true });
  const file = join(root, 'index.html');
  const html = readFileSync(file, 'utf8');
  const link = '<meta name="fairwasm-documentation" content="./docs/index.html" />\n  </head>';
  await writeFile(file, html.replace('</head>', link));
}

// The site.

// Returns the sources of all entry points, except the inlined one, which has the names of the main entry point, and
// those without types.
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const others = /^\.\/(inline|elements|worker|counting-worker)(\/|$)|\.wasm$/;
  return Object.entries(exports)
    .filter(([path, { types }]) => types !== undefined && !others.test(path))
    .map(([, { types }]) => join(top, types.replace('./dist', 'js/src').replace('.d.ts', '.ts')));
}

async function writeSite(documents) {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entryPoints(),
    tsconfig: join(top, 'js/tsconfig.json'),
    out: site,
    name: 'fairwasm',
    readme: join(top, 'README.md'),
    projectDocuments: documents.map((path) => join(top, path)),
    sort: ['kind', 'instance-first', 'alphabetical-ignoring-documents'],
    groupOrder: [...Object.keys(menu), '*', 'Decisions'],
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
    searchInDocuments: true,
    // Names of other libraries' calls are words of these pages.
    searchGroupBoosts: { 'How-to guides': 40, Reference: 40 },
  });
  app.converter.on('createDocument', (_, document) => {
    const path = document.project.files.getReflectionPath(document);
    document.frontmatter.group = getGroup(relative(top, path));
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

const getGroup = (path) => Object.keys(menu).find((group) => menu[group].includes(path)) ?? 'Decisions';

// The menu shows a page's heading instead of its file name.
function takeTitle(document) {
  const [first] = document.content;
  const title = /^# (.+)$/m.exec(first.text)?.[1];
  if (!title) throw new Failure(`${document.name}: a page must begin with a heading`);
  document.name = title;
}

// Replacements for links to folders, which the site does not show.
const replacements = [
  [/^examples(\/|$)/, 'examples/README.md'],
  [/^docs\/decisions\/?$/, 'docs/decisions/README.md'],
];

function linkFolder(part, page, files) {
  if (part.kind !== 'relative-link') return;
  const path = relative(top, resolve(dirname(page), part.text));
  const file = replacements.find(([folder]) => folder.test(path) && !/\.\w+$/.test(path))?.[1];
  if (file) Object.assign(part, files.register(page, join(top, file)));
}

// TypeDoc writes links of the header unchanged on every page, whatever its depth.
const above = 'https://above.invalid/';
const withLinks = (html, url) =>
  html.replaceAll(above, '../'.repeat(url.split('/').length)).replaceAll(' target="_blank"', '');

// Number columns are aligned by inline styles, which the policy forbids.
const css = '.align-right { text-align: right; }\n.align-center { text-align: center; }\n';
const withoutInlineStyles = (html) => html.replaceAll(/ style="text-align:(\w+)"/g, ' class="align-$1"');

// TypeDoc's pages start with a one-line script, and its own script adds an empty style element; their hashes permit
// both.
function withPolicy(html) {
  const hash = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => hash(code));
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`,
    `style-src 'self' ${hash('')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`);
}
