// The JSON Schema of fairwasm.config.json, from the options of the commands that it configures.

import { join } from 'node:path';
import { top } from './paths.mjs';

const choices = /^[\w-]+(\|[\w-]+)+$/;
const item = { type: ['string', 'number'] };

function getSchema({ type, multiple, value = '', help, range }) {
  const description = help;
  if (type === 'boolean') return { description, type };
  if (multiple) {
    return { description, anyOf: [item, { type: 'array', items: item, minItems: 1 }] };
  }
  if (choices.test(value)) return { description, enum: value.split('|') };
  const { type: _, ...bounds } = range ?? {};
  return { description, ...item, ...bounds };
}

/** The schema; the command line has been built. */
export async function configSchema() {
  const load = (name) => import(join(top, `dist/cli/${name}.js`));
  const { onlyGiven } = await load('options/config');
  const commands = {
    audit: (await load('audit/options')).auditArguments,
    compare: (await load('commands/compare')).compareArguments,
  };
  const sections = Object.entries(commands).map(([command, options]) => {
    const rows = Object.entries(options).filter(([name]) => !onlyGiven.includes(name));
    const properties = Object.fromEntries(rows.map(([name, row]) => [name, getSchema(row)]));
    return [command, { type: 'object', additionalProperties: false, properties }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'fairwasm configuration',
    description:
      'fairwasm.config.json: options of the command line, by command; `fairwasm COMMAND --help --all` explains each.',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(sections) },
  };
}
