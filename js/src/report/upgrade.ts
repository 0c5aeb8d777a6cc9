// SPDX-License-Identifier: Apache-2.0
//
// Converts reports and comparisons of version 1 of the format, which differ from version 2 only in names.

import { isPlain } from '../core/options.js';

const formats: readonly unknown[] = ['fairwasm-report', 'fairwasm-comparison'];

const fieldNames: Readonly<Record<string, string>> = { beside: 'extras', ownMetrics: 'customMetrics' };

const verdicts: Readonly<Record<string, string>> = { shown: 'equivalent', open: 'inconclusive', turned: 'reversed' };

/**
 * Returns a parsed report or comparison in version 2 of the format, and any other value unchanged. A report
 * of version 1 loses `leastDetectable`, which had no direction.
 */
export function upgraded(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const { format, version } = value as { format?: unknown; version?: unknown };
  const isOld = formats.includes(format) && version === 1;
  return isOld ? { ...(renamed(value) as object), version: 2 } : value;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'leastDetectable');
  return Object.fromEntries(
    entries.map(([name, field]) => [
      Object.hasOwn(fieldNames, name) ? fieldNames[name] : name,
      name === 'verdict' && Object.hasOwn(verdicts, field as string)
        ? verdicts[field as string]
        : upgraded(renamed(field)),
    ]),
  );
}
