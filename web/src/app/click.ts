// SPDX-License-Identifier: Apache-2.0
//
// A click belongs to the element where the press began. A field reports its value when it loses the focus, and a press
// elsewhere takes the focus while the button is still down. A message that then appears or disappears would move the
// pressed button away from the pointer, and the click would be lost. Therefore, the focus stays in the field until the
// click arrives, and leaves before any listener is called.

const typedIn = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';
/** Pressing these elements only starts a click: it neither selects text nor opens a list. */
const clicked = 'a, button, summary, label, [type=checkbox], [type=radio]';
const controls = `${clicked}, input, select, textarea`;

/** The field that will lose the focus, and the pressed element. */
let waiting: { field: HTMLElement; pressed: HTMLElement } | undefined;

/** Listens to the whole page. */
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

/** The focused element, in any shadow root. */
function focused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}
