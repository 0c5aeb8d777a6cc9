// SPDX-License-Identifier: Apache-2.0
//
// Minifiers do not change templates, so this plugin removes line breaks with their indents from templates of elements and
// styles, and comments from styles.

import { type Plugin, parseSync, Visitor } from 'vite';

export const slimTemplates: Plugin = {
  name: 'fairwasm-slim-templates',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/web/src/**/*.ts', code: /\b(?:css|html|svg)`/ },
    handler: (code, id) => ({ code: withSlimTemplates(code, id), map: null }),
  },
};

function joined(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  const last = lines.length - 1;
  const trimmed = lines.map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()));
  return trimmed.filter((line, i) => line !== '' || i === 0 || i === last).join(' ');
}

function withoutComments(style: string): string {
  const [first = '', ...others] = style.split('/*');
  return first + others.map((part) => part.slice(part.indexOf('*/') + 2)).join('');
}

const slim: Readonly<Record<string, (text: string) => string>> = {
  css: (style) => joined(withoutComments(style)),
  html: joined,
  svg: joined,
};

function withSlimTemplates(code: string, id: string): string {
  const sections: [start: number, end: number, change: (text: string) => string][] = [];
  const visitor = new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      const change = tag.type === 'Identifier' ? slim[tag.name] : undefined;
      if (change) for (const { start, end } of quasi.quasis) sections.push([start, end, change]);
    },
  });
  visitor.visit(parseSync(id, code).program);
  const lastFirst = sections.sort(([one], [other]) => other - one);
  return lastFirst.reduce(
    (text, [start, end, change]) => text.slice(0, start) + change(text.slice(start, end)) + text.slice(end),
    code,
  );
}
