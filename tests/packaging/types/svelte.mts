// Svelte templates accept the element and its property.

import type {} from 'fairwasm/elements/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

export const shown: SvelteHTMLElements['fairwasm-report'] = { report: '{}', class: 'wide' };
// @ts-expect-error: a report is a string or an object
export const mistaken: SvelteHTMLElements['fairwasm-report'] = { report: 5 };
