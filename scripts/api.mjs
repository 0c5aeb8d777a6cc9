// The API reports: every exported name of every entry point with its signature, in docs/api, so that a change of the
// API shows in the diff. Types that are reached through others without being exported are in them too. The tests
// compare the reports with the built package.
//
//   npm run api [-- --check]     --check writes nothing, and fails if a report is out of date

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { divide } from './lib/api-report.mjs';
import { buildFolder, top } from './lib/paths.mjs';
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

function configOf(name, types) {
  const quiet = { logLevel: 'none' };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(top, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: top,
      mainEntryPointFilePath: join(top, types),
      compiler: { tsconfigFilePath: join(top, 'js/tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: extractedFolder,
        includeForgottenExports: true,
        reportTempFolder: join(extractedFolder, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: { default: quiet },
        tsdocMessageReporting: { default: quiet },
      },
      newlineKind: 'lf',
    },
  });
}

// All entry points share one program of the TypeScript compiler.
function extract(entries) {
  mkdirSync(extractedFolder, { recursive: true });
  const configs = entries.map(([name, types]) => configOf(name, types));
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
  const textOf = ({ reportFilePath }) => readFileSync(reportFilePath, 'utf8');
  return Object.fromEntries(entries.map(([name], i) => [name, textOf(configs[i])]));
}

main(() => {
  const reports = divide(extract(entryPoints()));
  const texts = new Map(Object.entries(reports).map(([name, text]) => [`${name}.api.md`, text]));
  const stored = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const old = [...new Set([...texts.keys(), ...stored.keys()])].filter(
    (file) => texts.get(file) !== stored.get(file),
  );
  if (process.argv.includes('--check') && old.length > 0) {
    throw new Failure(
      `docs/api is out of date: ${old.join(', ')}. Run \`npm run api\`, and read its diff.`,
    );
  }
  for (const file of old) {
    if (texts.has(file)) writeFileSync(join(folder, file), texts.get(file));
    else rmSync(join(folder, file));
  }
});
