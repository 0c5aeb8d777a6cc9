// SPDX-License-Identifier: Apache-2.0
//
// Parts of the Audit tab that are loaded on demand: the stages of files and the sections below a report. Each function
// rejects if a part fails to load; otherwise, the page would look complete without it.

import type { Report } from 'fairwasm';
import type { Start } from '../../widgets/tab-element.js';
import { possibleConditions } from '../conditional/conditions.js';
import { loadClasses, loadNumbers } from './load-views.js';
import { getAttributes } from './report-sections.js';
import type { Stage } from './stages.js';

/** The stages of a file, with the guesses of roles, which examples do not need. */
export const loadFiles = () => import('./file-stages.js');

/** The comparison of a report with the report of another version. */
export const loadVersions = () => import('../compare/compare-view.js');

/** The form for counts in a database. */
export const loadCounts = () => import('../counts/counts-form.js');

/** Loads the parts that a stage needs and the tab does not have yet; for a report, the sections further down. */
export function loadFor(stage: Stage | Start): Promise<unknown> {
  switch (stage.at) {
    case 'columns':
      return loadFiles();
    case 'report':
      return Promise.all([
        loadFiles(),
        loadQuestions(),
        import('../slices/find-groups.js'),
        import('../slices/find-proxies.js'),
        loadImpact(),
        import('../individual/individual-view.js'),
        import('../scores/frontier-view.js'),
        stage.audited.comparison && loadComparison(),
        stage.other && loadVersions(),
      ]);
    case 'classes':
      return Promise.all([loadFiles(), loadClasses(), loadImpact()]);
    case 'numbers':
      return Promise.all([loadFiles(), loadNumbers(), loadImpact()]);
    case 'database':
      return loadCounts();
    case 'impact':
      return import('../impact/impact-input.js');
    case 'example':
      return Promise.all([loadPower(), hasWithin(stage.report) && loadWithin()]);
    case 'stored': {
      const { comparison, version } = stage.report.extras ?? {};
      return Promise.all([loadQuestions(), comparison && loadComparison(), version && loadVersions()]);
    }
    default:
      return Promise.resolve();
  }
}

// Sections that apply to every report.
const loadPower = () => import('../power/power-view.js');
const loadWithin = () => import('../conditional/within-view.js');
const loadQuestions = () => Promise.all([loadPower(), loadWithin()]);

const hasWithin = (report: Report) => possibleConditions(report, getAttributes(report)).length > 0;

// Adverse impact of a file: the tables, and comparisons by scores.
const loadImpact = () => import('../impact/impact-scores.js');

const loadComparison = () => import('../compare/paired-view.js');
