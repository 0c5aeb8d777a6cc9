// SPDX-License-Identifier: Apache-2.0
//
// Minifiers do not change templates, so this plugin removes indents and comments from styles in templates.

import type { Plugin } from 'vite';

export const slimStyles: Plugin = {
  name: 'fairwasm-slim-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/web/src/**/*.ts', code: 'css`' },
    handler: (code) => ({ code: code.replace(/\bcss`[^`]*`/g, slim), map: null }),
  },
};

const slim = (style: string) => withoutComments(style).replace(/\s+/g, ' ');

const withoutComments = (style: string) =>
  style
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');
