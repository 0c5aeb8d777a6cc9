// The API report: every exported name with its signature, in docs/api/, so that a change of the API shows in
// the diff. The tests hold it against the built package.
//
//   npm run api [-- --check]     --check writes nothing, and fails where the report is old

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main } from './lib/step.mjs';

// `fairwasm/inline` has the same names; a test says so.
const entries = {
  fairwasm: 'index',
  'taggers-compromise': 'amplification/taggers/compromise',
  'taggers-wink': 'amplification/taggers/wink',
};

function report(name, entry, check) {
  const temporary = join(buildFolder, 'api');
  mkdirSync(temporary, { recursive: true });
  const quiet = { logLevel: 'none' };
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(top, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: top,
      mainEntryPointFilePath: join(top, 'dist', `${entry}.d.ts`),
      compiler: { tsconfigFilePath: join(top, 'js/tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: join(top, 'docs/api'),
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
  for (const [name, entry] of Object.entries(entries)) report(name, entry, check);
});
