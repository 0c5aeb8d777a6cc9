// SPDX-License-Identifier: Apache-2.0
//
// Inserts the tables and charts that the file contains in compressed form: all at once, so that search and print find
// everything. The HTML is part of the file, with escaped names, and the file's policy allows no script in it.

interface Policy {
  createHTML(html: string): string;
}

// In browsers with Trusted Types, the file's policy allows only this script to create HTML from a string.
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, policy: Policy): Policy } };

/** Inserts each piece at its position in the file. */
export function layOut(pieces: readonly string[]): void {
  const plain: Policy = { createHTML: (html) => html };
  const policy = trustedTypes?.createPolicy('fairwasm', plain) ?? plain;
  for (const place of document.querySelectorAll<HTMLElement>('[data-later]')) {
    place.outerHTML = policy.createHTML(pieces[Number(place.dataset.later)] ?? '');
  }
}
