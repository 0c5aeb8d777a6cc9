// SPDX-License-Identifier: Apache-2.0
//
// What the Audit room loads when it is needed: the form of columns, and what stands below a report. Each rejects where a part
// could not be had: without a word, the page would look as if there were no more.

import type { Start } from '../parts/tab-element.js';
import type { Stage } from './stages.js';

/** The form of a table's columns, which examples do without. */
export const loadForm = () => import('./column-form.js');

/** The report on errors of numbers. */
export const loadNumbers = () => import('../numbers/numbers-view.js');

/** The report on several classes. */
export const loadClasses = () => import('../classes/classes-view.js');

/** What sets a report beside that of another version. */
export const loadVersions = () => import('../compare/compare-view.js');

/** The form of what a database is to count. */
export const loadCounts = () => import('../counts/counts-form.js');

/** What a stage needs beside what the room has from the start; of a report, what stands further down. */
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

// What can be asked of any report.
const loadQuestions = () =>
  Promise.all([import('../power/power-view.js'), import('../within/within-view.js')]);

// Adverse impact of a file: scores, which bring the tables along.
const loadImpact = () => import('../impact/impact-scores.js');

const loadComparison = () => import('../compare/paired-view.js');
