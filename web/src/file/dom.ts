// SPDX-License-Identifier: Apache-2.0
//
// Creates elements one by one, never from markup: names in a report are text, and the file's policy allows nothing
// else.

type Attributes = Readonly<Record<string, string | number | undefined>>;

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly (Node | string)[]) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) element.append(child);
  return element;
}

/** Creates an HTML element. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => filled(document.createElement(name), attributes, children);

/** The namespace of SVG, taken from a chart in the file; without charts, nothing is drawn. */
const svgNames = document.querySelector('svg')?.namespaceURI ?? null;

/** Creates an SVG element. */
export const s = <K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] =>
  filled(document.createElementNS(svgNames, name) as SVGElementTagNameMap[K], attributes, children);

/** A select element with a label. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, title: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLLabelElement {
  const select = h('select', {}, ...options.map(([value, title]) => h('option', { value }, title)));
  select.value = chosen;
  select.addEventListener('change', () => choose(select.value));
  return h('label', {}, label, select);
}

/** A checkbox, or one of several radio buttons. */
export function tick(
  type: 'checkbox' | 'radio',
  label: string,
  isOn: boolean,
  change: (isOn: boolean) => void,
  name?: string,
): HTMLLabelElement {
  const input = h('input', { type, name });
  input.checked = isOn;
  input.addEventListener('change', () => change(input.checked));
  return h('label', {}, input, label);
}
