// SPDX-License-Identifier: Apache-2.0
//
// Tables and pictures out of the HTML that the file carries compressed: all at once, so that whatever is searched or
// printed is whole. It is HTML of the file itself, with names escaped as in the rest of it, and the file's policy lets
// nothing in it run.

interface Policy {
  createHTML(html: string): string;
}

// Where browsers know trusted types, the file's policy lets this script alone make HTML of a text.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, policy: Policy): Policy };
};

/** Puts each piece where the file says. */
export function layOut(pieces: readonly string[]): void {
  const plain: Policy = { createHTML: (html) => html };
  const policy = trustedTypes?.createPolicy('fairwasm', plain) ?? plain;
  for (const place of document.querySelectorAll<HTMLElement>('[data-later]')) {
    place.outerHTML = policy.createHTML(pieces[Number(place.dataset.later)] ?? '');
  }
}
