// SPDX-License-Identifier: Apache-2.0
//
// What of a report is being looked at: as a link says it, and when the report is shown again.

import type { Start } from '../parts/tab-element.js';
import type { Looked, Stage } from './stages.js';

/** A link to an example says what of it is to be looked at. */
export function queryOf({ view }: Looked): URLSearchParams {
  const query = new URLSearchParams();
  if (!view) return query;
  if (view.by.length > 0) query.set('by', view.by.join(','));
  if (view.disparity !== undefined) query.set('disparity', view.disparity);
  if (view.rate !== undefined) query.set('rate', view.rate);
  if (view.isExact) query.set('exact', '');
  return query;
}

export function viewOf(query: URLSearchParams): Looked['view'] {
  if (query.size === 0) return undefined;
  const [disparity, rate] = [query.get('disparity'), query.get('rate')];
  return {
    by: query.get('by')?.split(',') ?? [],
    ...(disparity !== null && { disparity }),
    ...(rate !== null && { rate }),
    isExact: query.has('exact'),
  };
}

/**
 * A stage whose report shows what was looked at when it was left. An example's address says so at once, where the device is
 * a moment behind.
 */
export function asLooked(stage: Stage | Start, inAddress: Looked['view']): Stage | Start {
  switch (stage.at) {
    case 'report': {
      const { audited, looked } = stage;
      return { ...stage, audited: { ...audited, report: { ...audited.report, ...looked } } };
    }
    case 'example': {
      const looked = { ...stage.looked, ...(inAddress && { view: inAddress }) };
      return { ...stage, report: { ...stage.report, ...looked } };
    }
    case 'stored':
      return { ...stage, report: { ...stage.report, ...stage.looked } };
    default:
      return stage;
  }
}
