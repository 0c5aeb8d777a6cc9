// SPDX-License-Identifier: Apache-2.0
//
// Reports of the Audit tab that are loaded on demand. Apart from load-parts.ts, which loads modules that import this one.

/** The report on regression errors. */
export const loadNumbers = () => import('../errors/numbers-view.js');

/** The multiclass report. */
export const loadClasses = () => import('../classes/classes-view.js');
