// SPDX-License-Identifier: Apache-2.0
//
// Focuses the heading of a view, so that keyboard and screen reader move to the new content.

import { LitElement } from 'lit';

/** Focuses the first `h1` in the element's shadow root or in nested shadow roots, once it is rendered. */
export async function focusHeading(element: Element): Promise<void> {
  (await findHeading(element))?.focus();
}

async function findHeading(element: Element): Promise<HTMLElement | undefined> {
  if (element instanceof LitElement) await element.updateComplete;
  const root = element.shadowRoot;
  if (!root) return undefined;
  const heading = root.querySelector<HTMLElement>('h1');
  if (heading) return heading;
  for (const child of root.querySelectorAll('*')) {
    const found = await findHeading(child);
    if (found) return found;
  }
  return undefined;
}
