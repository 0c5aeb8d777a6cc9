// SPDX-License-Identifier: Apache-2.0
//
// A press is a click on what it began on. A field tells of what was typed when it is left, and a press elsewhere leaves it
// while the mouse is still down: a message that then comes or goes would move a button away from under it, and the click
// would be lost. So the focus stays in the field until the click is there, and goes before anybody hears of that.

const typedIn = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';
/** Pressing these begins nothing but a click: no text is pointed at, no list drops down. */
const clicked = 'a, button, summary, label, [type=checkbox], [type=radio]';
const controls = `${clicked}, input, select, textarea`;

/** The field to be left, and what is pressed meanwhile. */
let waiting: { field: HTMLElement; pressed: HTMLElement } | undefined;

/** Watches the whole page. */
export function keepPresses(): void {
  addEventListener('mousedown', begin, { capture: true });
  addEventListener('click', end, { capture: true });
}

function begin(event: MouseEvent): void {
  waiting = undefined;
  const field = focused();
  const pressed = event.composedPath().find(isControl);
  if (!field?.matches(typedIn) || !pressed?.matches(clicked)) return;
  if (event.button !== 0 || pressed.matches(':disabled')) return;
  event.preventDefault();
  waiting = { field, pressed };
}

function end(event: MouseEvent): void {
  if (!waiting || !event.composedPath().includes(waiting.pressed)) return;
  const { field, pressed } = waiting;
  waiting = undefined;
  field.blur();
  pressed.focus({ preventScroll: true });
}

const isControl = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(controls);

/** The element that has the focus, in whatever shadow it is. */
function focused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}
