// SPDX-License-Identifier: Apache-2.0
//
// The rows behind a report, for sections that compute optional parts of it.

import type { Example, Report } from 'fairwasm';
import type { Choice } from '../../table/choice.js';
import type { Extras } from '../../worker/requests.js';
import { run } from '../../worker/run.js';

export type Origin = { file: File; choice: Choice } | { example: Example };

/** Resolves with the report with these optional parts. */
export const withExtras = (origin: Origin, extras: Extras, options: Parameters<typeof run>[1]): Promise<Report> =>
  'example' in origin
    ? run({ kind: 'example', ...origin, extras }, options)
    : run({ kind: 'extras', source: origin.file.name, ...origin, extras }, options);
