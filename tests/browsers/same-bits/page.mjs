// The figures, in a browser: `figuresOf()` for the test to call, once it is there. With a number of workers it gives what
// they share, without one the others.

/// <reference types="vite/client" />
import countingUrl from 'fairwasm/counting-worker?worker&url';
import { figures, loadModules, sharedFigures } from './figures.mjs';

const startWorker = (name) => new Worker(countingUrl, { type: 'module', name });
const modules = loadModules();

globalThis.figuresOf = async ({ workers }) =>
  workers === undefined
    ? figures(await modules)
    : sharedFigures(await modules, { workers, startWorker });
