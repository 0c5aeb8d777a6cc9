// SPDX-License-Identifier: Apache-2.0
//
// Links everything that belongs to one group: pointing at it in a drawing, a table, or a list highlights it in all
// others, and a tooltip describes it.

import { h } from './dom.js';

const tip = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });

/** All elements that are marked as belonging to this group. */
export const findGroup = (root: ParentNode, name: string): Element[] =>
  [...root.querySelectorAll('[data-n]')].filter((each) => each.getAttribute('data-n') === name);

/** Highlights the elements of the group; without a group, none. */
export function light(name: string | null): void {
  for (const each of document.querySelectorAll('.hot')) each.classList.remove('hot');
  if (name === null) return;
  for (const each of findGroup(document, name)) each.classList.add('hot');
}

/** Shows a tooltip near the pointer; hides it without a text. */
export function say(text: string | null, { clientX = 0, clientY = 0 }: Partial<MouseEvent> = {}): void {
  tip.hidden = text === null;
  tip.textContent = text;
  if (text === null) return;
  const width = tip.offsetWidth;
  const left = Math.max(4, Math.min(clientX + 14, innerWidth - width - 4));
  tip.style.left = `${left}px`;
  tip.style.top = `${clientY + 18}px`;
}

/** Listens to pointer and keyboard for the whole file. */
export function linkGroups(): void {
  document.body.append(tip);
  const follow = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    light(target?.closest('[data-n]')?.getAttribute('data-n') ?? null);
    const text = target?.closest('[data-tip]')?.getAttribute('data-tip') ?? null;
    say(text, event instanceof MouseEvent ? event : {});
  };
  document.addEventListener('pointerover', follow);
  document.addEventListener('focusin', follow);
  document.addEventListener('pointerleave', () => say(null));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say(null);
  });
}
