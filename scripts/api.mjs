// The API report: every exported name with its signature, in docs/api/, one file a door, so that a change of the API
// shows in the diff. Types that are reached through others without being exported are in it too. The tests hold it
// against the built package.
//
//   npm run api [-- --check]     --check writes nothing, and fails where a report is old

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main } from './lib/step.mjs';

const folder = join(top, 'docs/api');

/** Doors with types made here, by the name of their report: `fairwasm`, `fairwasm-aif360`. */
function doors() {
  const { name, exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const typed = Object.entries(exports).filter(([, { types }]) => types !== undefined);
  const own = typed.filter(([path]) => !written.test(path));
  return own.map(([path, { types }]) => [[name, ...path.split('/').slice(1)].join('-'), types]);
}

// By hand, after a bundler; and a worker, which exports nothing.
const written = /^\.\/(elements|worker|counting-worker)(\/|$)|\.wasm$/;

function report(name, types, check) {
  const temporary = join(buildFolder, 'api');
  mkdirSync(temporary, { recursive: true });
  const quiet = { logLevel: 'none' };
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(top, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: top,
      mainEntryPointFilePath: join(top, types),
      compiler: { tsconfigFilePath: join(top, 'js/tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: folder,
        includeForgottenExports: true,
        reportTempFolder: temporary,
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
  const problems = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !check,
    messageCallback: (message) => {
      if (message.logLevel === 'error') problems.push(message.formatMessageWithLocation(top));
      message.handled = true;
    },
  });
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  if (check && apiReportChanged) {
    throw new Failure(`docs/api/${name}.api.md is old: \`npm run api\`, and look at its diff.`);
  }
}

main(() => {
  const check = process.argv.includes('--check');
  const all = doors();
  for (const [name, types] of all) report(name, types, check);
  const known = all.map(([name]) => `${name}.api.md`);
  const gone = readdirSync(folder).filter((file) => !known.includes(file));
  if (check && gone.length > 0) throw new Failure(`docs/api/${gone}: of no door. \`npm run api\``);
  for (const file of gone) rmSync(join(folder, file));
});
