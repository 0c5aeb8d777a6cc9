// SPDX-License-Identifier: Apache-2.0
//
// Recognizes a file that is a saved report or another saved result instead of a table.

const begins = /^\ufeff?\s*(<!doctype html|\{\s*"format"\s*:\s*"fairwasm-)/i;
const firstBytes = 256;
const maxBytes = 64 * 2 ** 20;

/** Returns whether a file begins like a saved result. */
export const isStored = async (file: File): Promise<boolean> =>
  file.size <= maxBytes && begins.test(await file.slice(0, firstBytes).text());
