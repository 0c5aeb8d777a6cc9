// The package has no side effects; the page, which is in the same package, defines elements.

import type { Plugin } from 'vite';

export const pageSideEffects: Plugin = {
  name: 'fairwasm-side-effects',
  transform: { filter: { id: /\/web\/src\// }, handler: () => ({ moduleSideEffects: true }) },
};
