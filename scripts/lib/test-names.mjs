// Holds tests, measurements and benchmarks against the package's public types. They give wrong arguments on purpose,
// so that tsc's word is taken in one thing alone: a name that a class of the package does not have, or a door does not
// export, is a mistake wherever it stands.

import { join } from 'node:path';
import { binFolder } from './paths.mjs';
import { attempt, Failure } from './run.mjs';

const absentMember = /error TS(2339|2551): Property '\w+' does not exist on type '[A-Z]\w*'/;
const absentExport = /error TS(2305|2724): .*'"(fairwasm|.*\/dist\/(\w+\/)?index\.js)/;

/** Throws a `Failure` that lists the lines; the package has to be built. */
export async function checkTestNames() {
  const { output } = await attempt(join(binFolder, 'tsc'), ['-p', 'tests/names.tsconfig.json']);
  const lines = output
    .split('\n')
    .filter((line) => /^(tests|scripts\/(coverage|bench))\//.test(line));
  if (!/error TS/.test(output))
    throw new Failure(`tsc found nothing, not even what is wrong on purpose:\n${output}`);
  const found = lines.filter((line) => absentMember.test(line) || absentExport.test(line));
  if (found.length > 0) throw new Failure(found.join('\n'));
}
