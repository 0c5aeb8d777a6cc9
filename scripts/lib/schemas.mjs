// The JSON Schemas of the exchanged formats, made from the types of js/src/report/report.ts and their comments. The
// same definitions check files at run time, so that types, schemas, and checks cannot disagree.

import { join, relative } from 'node:path';
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from 'ts-json-schema-generator';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

const draft = 'https://json-schema.org/draft/2020-12/schema';

const formats = {
  report: ['Report', 'Report of fairwasm', 'An audit as plain data; see report-format.md.'],
  document: ['StoredDocument', 'Document of fairwasm', 'The description of a result.'],
  comparison: ['ComparisonReport', 'Comparison of fairwasm', 'Two predictions for the same rows.'],
};

/** Returns the schema of each format by name, and the files whose types it comes from. */
export function makeSchemas() {
  const config = {
    ...DEFAULT_CONFIG,
    path: join(top, 'js/src/report/report.ts'),
    tsconfig: join(top, 'js/tsconfig.json'),
    skipTypeCheck: true, // the declarations are checked separately
    additionalProperties: false,
  };
  const program = createProgram(config);
  const [parser, formatter] = [createParser(program, config), createFormatter(config)];
  const { definitions } = new SchemaGenerator(program, parser, formatter, config).createSchema([
    'Report',
    'StoredDocument',
  ]);
  const all = {};
  for (const [name, definition] of Object.entries(mapped(definitions, asJson))) {
    if (all[plainName(name)]) throw new Failure(`two types of reports are called ${plainName(name)}`);
    all[plainName(name)] = definition;
  }
  for (const each of Object.values(all)) Object.assign(each, withReason(each));
  // Results of other commands have more fields than a report displays.
  const ours = ['Report', 'ComparisonReport', 'CustomMetrics'];
  const strict = ours.flatMap((name) => [...reachable(all, name, ['Extras'])]);
  for (const name of reachable(all, 'Extras', strict)) {
    if (name !== 'Extras') all[name] = mapped(all[name], withOtherFields);
  }
  const schemas = Object.entries(formats).map(([format, [root, title, description]]) => {
    const names = [...reachable(all, root)].sort();
    const $defs = Object.fromEntries(names.map((name) => [name, all[name]]));
    return [format, { $schema: draft, title, description, $ref: `#/$defs/${root}`, $defs }];
  });
  const files = program.getSourceFiles().map(({ fileName }) => relative(top, fileName));
  return { schemas: Object.fromEntries(schemas), read: files.filter((file) => file.startsWith('js/src/')) };
}

// A generic type has one name, because a reference would escape the brackets.
const plainName = (name) => decodeURIComponent(name).replace(/<.*/, '');

/** The schema without what only people read. */
export const withoutTexts = (schema) =>
  mapped(structuredClone(schema), ({ description, title, ...others }) => ({
    ...others,
    ...(isSchema(description) && { description }),
    ...(isSchema(title) && { title }),
  }));

const isSchema = (value) => typeof value === 'object'; // a property of that name

/** Applies `change` to every object in the value, from the inside out. */
function mapped(value, change) {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (value === null || typeof value !== 'object') return value;
  for (const [name, each] of Object.entries(value)) value[name] = mapped(each, change);
  return change(value);
}

// JSON has no NaN and no infinity: a number is null if it is undefined, unless its comment has `@asType`.
function asJson({ $comment, ...schema }) {
  if (schema.$ref) schema.$ref = `#/$defs/${plainName(schema.$ref.replace('#/definitions/', ''))}`;
  if (schema.type === 'number' && schema.const === undefined && schema.enum === undefined) {
    schema.type = ['number', 'null'];
  }
  // JSON has no undefined values.
  if (schema.anyOf) schema.anyOf = schema.anyOf.filter((each) => !('not' in each));
  if (Array.isArray(schema.items)) {
    const { items, ...others } = schema;
    return { ...others, prefixItems: items };
  }
  return schema;
}

// An undefined number has a reason.
function withReason({ properties = {} }) {
  const field = ['value', 'pValue'].find((name) => Object.hasOwn(properties, name));
  if (!Object.hasOwn(properties, 'reason') || !field) return {};
  return {
    if: { properties: { [field]: { type: 'null' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['reason'] },
  };
}

const withOtherFields = ({ additionalProperties, ...schema }) =>
  additionalProperties === false ? schema : { ...schema, ...(additionalProperties && { additionalProperties }) };

/** Returns the names of the definitions that `name` uses, with itself, not looking into those of `without`. */
function reachable(all, name, without = []) {
  const found = new Set();
  const visit = (each) => {
    if (found.has(each) || without.includes(each)) return;
    found.add(each);
    for (const [, next] of JSON.stringify(all[each]).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      visit(next);
    }
  };
  visit(name);
  return found;
}
