// SPDX-License-Identifier: Apache-2.0
//
// Separate from ask.ts, so that a worker does not load the code that starts workers.

/**
 * The message that prepares a worker. The worker does not respond, because the next request would mistake it for its
 * own response.
 */
export const readiness = 'get ready';
