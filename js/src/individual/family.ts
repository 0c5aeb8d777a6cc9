// SPDX-License-Identifier: Apache-2.0
//
// What the front door needs of this family: it is loaded together with the family's module.

export { consistency, consistencyEstimate } from './consistency.js';
export { SampleDistortionMetric } from './distortion.js';
export { otDistance } from './transport.js';
