// The results in a browser: `getFigures()` is called by the test. With a number of workers, it returns the shared
// results, otherwise the others.

/// <reference types="vite/client" />
import countingUrl from 'fairwasm/counting-worker?worker&url';
import { figures, loadModules, sharedFigures } from './figures.mjs';

const startWorker = (name) => new Worker(countingUrl, { type: 'module', name });
const modules = loadModules();

globalThis.getFigures = async ({ workers }) =>
  workers === undefined ? figures(await modules) : sharedFigures(await modules, { workers, startWorker });
