// SPDX-License-Identifier: Apache-2.0
//
// The view of a report, in links and when the report is shown again.

import type { Start } from '../../widgets/tab-element.js';
import type { Looked, Stage } from './stages.js';

/** Returns the query of a link to an example that selects the view. */
export function getQuery({ view }: Looked): URLSearchParams {
  const query = new URLSearchParams();
  if (!view) return query;
  if (view.by.length > 0) query.set('by', view.by.join(','));
  if (view.disparity !== undefined) query.set('disparity', view.disparity);
  if (view.rate !== undefined) query.set('rate', view.rate);
  if (view.isExact) query.set('exact', '');
  return query;
}

export function getView(query: URLSearchParams): Looked['view'] {
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
 * Returns a stage whose report has the view that the user left. For an example, the address contains the view
 * immediately, before the device has stored it.
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
