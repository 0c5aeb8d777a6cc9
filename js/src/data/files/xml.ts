// SPDX-License-Identifier: Apache-2.0
//
// Reads the tags of an XML document in sequence, which is sufficient for the parts of a workbook. Namespace prefixes
// are dropped.

export interface Tag {
  name: string;
  attributes: string;
  isEnd: boolean;
  isEmpty: boolean;
  /** The text since the previous tag. */
  before: string;
}

/** Throws if a tag does not end. */
export function* getTags(xml: string): Generator<Tag> {
  let from = 0;
  let text = '';
  for (;;) {
    const open = xml.indexOf('<', from);
    if (open < 0) return;
    text += xml.slice(from, open);
    if (xml.startsWith('<!--', open)) {
      from = getEnd(xml, '-->', open);
      continue;
    }
    if (xml.startsWith('<![CDATA[', open)) {
      from = getEnd(xml, ']]>', open);
      text += xml.slice(open + 9, from - 3).replaceAll('&', '&amp;');
      continue;
    }
    from = getEnd(xml, '>', open);
    const isEnd = xml[open + 1] === '/';
    const isEmpty = xml[from - 2] === '/';
    const content = xml.slice(open + (isEnd ? 2 : 1), from - (isEmpty ? 2 : 1));
    const blank = content.search(/\s/);
    const whole = blank < 0 ? content : content.slice(0, blank);
    const name = whole.slice(whole.indexOf(':') + 1);
    const attributes = blank < 0 ? '' : content.slice(blank);
    yield { name, attributes, isEnd, isEmpty, before: decoded(text) };
    text = '';
  }
}

function getEnd(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  if (end < 0) throw new Error('XML that ends within a tag');
  return end + mark.length;
}

const attributePattern = /(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the value of an attribute with any prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, whole = '', a, b] of attributes.matchAll(attributePattern)) {
    if (whole === name || whole.endsWith(`:${name}`)) return decoded(a ?? b ?? '');
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (entity, hex, decimal, name) => {
        if (name !== undefined) return entities[name] ?? entity;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
      })
    : text;
