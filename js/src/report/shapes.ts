// SPDX-License-Identifier: Apache-2.0
//
// Checks plain data against a JSON Schema: the keywords that the schemas of reports have. Data in memory are checked as
// their JSON would be, in which NaN and infinite numbers are null and fields that are `undefined` are absent.

import { didYouMean } from '../core/nearest.js';
import { isPlain, suggestion } from '../core/options.js';

/** The part of JSON Schema (draft 2020-12) that occurs in the schemas of reports. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  anyOf?: readonly Schema[];
  if?: Schema;
  then?: Schema;
}

/** The place of an invalid value, what it should be, and the value. */
export interface Invalid {
  path: readonly string[];
  expected: string;
  value: unknown;
}

type Found = Invalid | undefined;

/** Finds the first part of a value that does not have the shape. */
export class Shapes {
  readonly #definitions: Readonly<Record<string, Schema>>;

  /** @param definitions The schemas by name, to which references point. */
  constructor(definitions: Readonly<Record<string, Schema>>) {
    this.#definitions = definitions;
  }

  find(value: unknown, schema: Schema | undefined, path: readonly string[] = []): Found {
    if (schema === undefined) return undefined;
    const name = schema.$ref?.slice('#/$defs/'.length);
    if (name !== undefined) {
      const match = this.find(value, this.#definitions[name], path);
      if (match) return match;
    }
    return (
      this.#wrongKind(value, schema, path) ??
      this.#anyOf(value, schema, path) ??
      (isPlain(value) ? this.#fields(value as Fields, schema, path) : undefined) ??
      (Array.isArray(value) ? this.#items(value, schema, path) : undefined) ??
      this.#condition(value, schema, path)
    );
  }

  #wrongKind(value: unknown, schema: Schema, path: readonly string[]): Found {
    const types = schema.type === undefined ? undefined : [schema.type].flat();
    const values = 'const' in schema ? [schema.const] : schema.enum;
    if (values && !values.includes(value)) {
      return { path, expected: values.map((each) => JSON.stringify(each)).join(' or '), value };
    }
    if (types && !types.some((type) => hasType(value, type))) {
      return { path, expected: types.map((type) => typeNames[type] ?? type).join(' or '), value };
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    const broken = limits.find(([limit, isMet]) => schema[limit] !== undefined && !isMet(value, schema[limit]));
    return broken && { path, expected: `a number ${broken[2]} ${schema[broken[0]]}`, value };
  }

  // Reports the alternative that fits furthest.
  #anyOf(value: unknown, { anyOf }: Schema, path: readonly string[]): Found {
    if (!anyOf) return undefined;
    const match = anyOf.map((each) => this.find(value, each, path));
    if (match.includes(undefined)) return undefined;
    return match.reduce((a, b) => (a && b && b.path.length > a.path.length ? b : a));
  }

  #fields(value: Fields, schema: Schema, path: readonly string[]): Found {
    const { properties = {}, required = [], additionalProperties: others } = schema;
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    const isFixed = (name: string) => properties[name]?.const !== undefined;
    // The format and its version come first, since they explain other differences.
    const missing = required.filter((name) => !names.includes(name));
    for (const name of [...required.filter(isFixed), ...missing, ...names]) {
      const inside = [...path, name];
      const isKnown = Object.hasOwn(properties, name);
      if (!isKnown && others === false) {
        const meant = suggestion(name, Object.keys(properties));
        return { path: inside, expected: `no such field${didYouMean(meant)}`, value: value[name] };
      }
      if (missing.includes(name) && !isFixed(name)) return { path: inside, expected: 'a value', value: undefined };
      const own = isKnown ? properties[name] : typeof others === 'object' ? others : undefined;
      const match = this.find(value[name], own, inside);
      if (match) return match;
    }
    return undefined;
  }

  #items(value: readonly unknown[], schema: Schema, path: readonly string[]): Found {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, prefixItems = [], items } = schema;
    if (value.length < minItems || value.length > maxItems) {
      return { path, expected: `${minItems}${maxItems === minItems ? '' : ' or more'} items`, value };
    }
    for (const [i, each] of value.entries()) {
      const match = this.find(each, prefixItems[i] ?? items, [...path, String(i)]);
      if (match) return match;
    }
    return undefined;
  }

  #condition(value: unknown, schema: Schema, path: readonly string[]): Found {
    if (!schema.if || this.find(value, schema.if, path)) return undefined;
    return this.find(value, schema.then, path);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const limits: readonly [
  limit: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum',
  isMet: (value: number, limit: number) => boolean,
  words: string,
][] = [
  ['minimum', (value, limit) => value >= limit, 'of at least'],
  ['maximum', (value, limit) => value <= limit, 'of at most'],
  ['exclusiveMinimum', (value, limit) => value > limit, 'above'],
  ['exclusiveMaximum', (value, limit) => value < limit, 'below'],
];

function hasType(value: unknown, type: string): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return type === 'null';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'object' ? isPlain(value) : typeof value === type;
}
