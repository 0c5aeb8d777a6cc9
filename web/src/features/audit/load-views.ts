// SPDX-License-Identifier: Apache-2.0
//
// Reports of the Audit tab that are loaded on demand. They are separate from load-parts.ts, because it loads modules that import this module.

/** The report on regression errors. */
export const loadNumbers = () => import('../errors/numbers-view.js');

/** The multiclass report. */
export const loadClasses = () => import('../classes/classes-view.js');
