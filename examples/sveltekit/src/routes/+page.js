import { audit } from '../lib/audit.js';

export const prerender = true;

// Runs on the server that builds the page, and in the browser tab.
export const load = async () => ({ line: await audit() });
