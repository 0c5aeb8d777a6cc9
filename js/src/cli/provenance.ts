// SPDX-License-Identifier: Apache-2.0
//
// Time, place, and input of a report. HTML contains them because it is passed on. JSON does not, so that
// equal data and options produce equal bytes on any day.

import type { Report } from '../report/report.js';
import type { FileMark } from './evidence.js';
import { packageVersion } from './version.js';

/** Returns the provenance of a report of a file; undefined for an example. */
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

// Reproducible builds set SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/
function today(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
}
