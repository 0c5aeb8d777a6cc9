// SPDX-License-Identifier: Apache-2.0
//
// Where and when a report was made, and from what. HTML says it, which is handed on; JSON does not, of which the same data
// and options give the same bytes on any day.

import type { Report } from '../audit/report.js';
import type { FileMark } from './evidence.js';
import { packageVersion } from './version.js';

/** For a report of the file; nothing for one of no file, such as an example. */
export async function madeHere(data: FileMark | undefined): Promise<Pick<Report, 'provenance'>> {
  if (data === undefined) return {};
  return {
    provenance: {
      date: today().toISOString().slice(0, 10),
      version: await packageVersion(),
      where: 'the command line',
      data,
    },
  };
}

// Builds that are to give the same bytes again set it: https://reproducible-builds.org/specs/source-date-epoch/
function today(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
}
