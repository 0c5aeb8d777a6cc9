// Generates the reference: in docs/api, every exported name of every entry point with its signature; docs/metrics.md and
// docs/command-line.md. A change of the API or of the command line therefore shows in the diff. The tests compare these
// pages with the built package. Fails if a signature uses a type that no entry point exports.
//
//   npm run api [-- --check]     --check writes nothing, and fails if a page is out of date

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { divide } from './lib/api-report.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { referencePages } from './lib/reference.mjs';
import { Failure } from './lib/run.mjs';
import { main } from './lib/step.mjs';

const folder = join(top, 'docs/api');

const extractedFolder = join(buildFolder, 'api');

/** Entry points with types made by tsc: the name of the report (`fairwasm-aif360`) and the file of types. */
function entryPoints() {
  const { name, exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([path, { types }]) => types !== undefined && !excluded.test(path))
    .map(([path, { types }]) => [[name, ...path.split('/').slice(1)].join('-'), types]);
}

// Types written by hand, the main entry point in one file, and workers, which export nothing.
const excluded = /^\.\/(browser|elements|worker|counting-worker)(\/|$)|\.wasm$/;

// API Extractor checks a single entry point. This one contains all others, as namespaces.
function writeAll(entries) {
  const file = join(extractedFolder, 'all.d.ts');
  const lines = entries.map(([name, types]) => {
    const path = relative(extractedFolder, join(top, types)).replace(/\.d\.ts$/, '.js');
    return `export * as ${name.replaceAll('-', '_')} from '${path}';\n`;
  });
  writeFileSync(file, lines.join(''));
  return relative(top, file);
}

function getConfig(name, types, { isComplete = false } = {}) {
  const quiet = { logLevel: 'none' };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(top, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: top,
      mainEntryPointFilePath: join(top, types),
      compiler: { tsconfigFilePath: join(top, 'js/tsconfig.json') },
      apiReport: {
        enabled: !isComplete,
        reportFileName: name,
        reportFolder: extractedFolder,
        reportTempFolder: join(extractedFolder, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: {
          default: quiet,
          ...(isComplete && { 'ae-forgotten-export': { logLevel: 'error' } }),
        },
        tsdocMessageReporting: { default: quiet },
      },
      newlineKind: 'lf',
    },
  });
}

// All entry points share one program of the TypeScript compiler.
function extract(entries) {
  mkdirSync(extractedFolder, { recursive: true });
  const configs = [
    ...entries.map(([name, types]) => getConfig(name, types)),
    getConfig('all', writeAll(entries), { isComplete: true }),
  ];
  const compilerState = CompilerState.create(configs[0], {
    additionalEntryPoints: configs.map((config) => config.mainEntryPointFilePath),
  });
  const problems = [];
  const messageCallback = (message) => {
    if (message.logLevel === 'error') problems.push(message.formatMessageWithLocation(top));
    message.handled = true;
  };
  for (const config of configs) {
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
  }
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  const getText = ({ reportFilePath }) => readFileSync(reportFilePath, 'utf8');
  return Object.fromEntries(entries.map(([name], i) => [name, getText(configs[i])]));
}

// Both as [path, text], with paths from the top of the checkout.
async function getPages() {
  const reports = divide(extract(entryPoints()));
  return [
    ...Object.entries(reports).map(([name, text]) => [`docs/api/${name}.api.md`, text]),
    ...Object.entries(await referencePages()),
  ];
}

main(async () => {
  const texts = new Map(await getPages());
  const paths = [...readdirSync(folder).map((file) => `docs/api/${file}`), ...texts.keys()];
  const isOld = (path) => !existsSync(join(top, path)) || readFileSync(join(top, path), 'utf8') !== texts.get(path);
  const old = [...new Set(paths)].filter(isOld);
  if (process.argv.includes('--check') && old.length > 0) {
    throw new Failure(`Out of date: ${old.join(', ')}. Run \`npm run api\`, and read its diff.`);
  }
  for (const path of old) {
    if (texts.has(path)) writeFileSync(join(top, path), texts.get(path));
    else rmSync(join(top, path));
  }
});
