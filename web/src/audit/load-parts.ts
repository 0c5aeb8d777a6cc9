// SPDX-License-Identifier: Apache-2.0
//
// Parts of the Audit tab that are loaded on demand: the column form and the sections below a report. Each function
// rejects if a part fails to load; otherwise, the page would look complete without it.

import type { Start } from '../parts/tab-element.js';
import type { Stage } from './stages.js';

/** The column form, which examples do not need. */
export const loadForm = () => import('./column-form.js');

/** The guesses of roles, with the words of several languages. */
export const loadGuess = () => import('../table/guess.js');

/** The report on regression errors. */
export const loadNumbers = () => import('../numbers/numbers-view.js');

/** The multiclass report. */
export const loadClasses = () => import('../classes/classes-view.js');

/** The comparison of a report with that of another version. */
export const loadVersions = () => import('../compare/compare-view.js');

/** The form for counts in a database. */
export const loadCounts = () => import('../counts/counts-form.js');

/** Loads the parts that a stage needs and the tab does not have yet; for a report, the sections further down. */
export function loadFor(stage: Stage | Start): Promise<unknown> {
  switch (stage.at) {
    case 'columns':
      return loadForm();
    case 'report':
      return Promise.all([
        loadForm(),
        loadQuestions(),
        import('../scan/find-groups.js'),
        loadImpact(),
        import('../scores/frontier-view.js'),
        stage.audited.comparison && loadComparison(),
        stage.other && loadVersions(),
      ]);
    case 'classes':
      return Promise.all([loadForm(), loadClasses(), loadImpact()]);
    case 'numbers':
      return Promise.all([loadForm(), loadNumbers(), loadImpact()]);
    case 'database':
      return loadCounts();
    case 'impact':
      return import('../impact/impact-input.js');
    case 'example':
      return loadQuestions();
    case 'stored': {
      const { comparison, version } = stage.report.extras ?? {};
      return Promise.all([
        loadQuestions(),
        comparison && loadComparison(),
        version && loadVersions(),
      ]);
    }
    default:
      return Promise.resolve();
  }
}

// Sections that apply to every report.
const loadQuestions = () =>
  Promise.all([import('../power/power-view.js'), import('../within/within-view.js')]);

// Adverse impact of a file: by scores, and including the tables.
const loadImpact = () => import('../impact/impact-scores.js');

const loadComparison = () => import('../compare/paired-view.js');
