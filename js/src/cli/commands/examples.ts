// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm examples`: the built-in examples.

import { wrap } from '../../document/layout.js';
import { examples as all, type Example } from '../../examples/examples.js';
import { optionCommand } from '../command.js';
import { writeStandardOutput } from '../output/output.js';

const indented = (text: string) => wrap(text, 78).map((line) => `  ${line}`);

function describe({ name, title, about, source }: Example): string {
  return [`${name}: ${title}`, ...indented(about), ...indented(`Source: ${source}.`)].join('\n');
}

export const examples = optionCommand({
  name: 'examples',
  usage: [''],
  about: 'Lists the built-in data sets: published counts without individual rows.',
  sections: {},
  closing: '',
  examples: ['', 'fairwasm audit --example compas'],
  async run() {
    const hint = 'Run `fairwasm audit --example NAME` to audit one of them.';
    await writeStandardOutput(`${[...all.map(describe), hint].join('\n\n')}\n`);
  },
});
