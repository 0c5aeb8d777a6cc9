// Preloaded before the command line in a separate process: truncates the file FAIRWASM_CUT to FAIRWASM_CUT_TO bytes
// after its first bytes have been read, so that the file reliably changes during reading.

import fs from 'node:fs';
import { open } from 'node:fs/promises';

const { FAIRWASM_CUT: path = '', FAIRWASM_CUT_TO: length } = process.env;
const handle = await open(path);
const ofHandles = Object.getPrototypeOf(handle);
await handle.close();

const { read } = ofHandles;
const { readSync } = fs;
function cut() {
  ofHandles.read = read;
  fs.readSync = readSync;
  fs.truncateSync(path, Number(length));
}

ofHandles.read = async function (...given) {
  const result = await read.apply(this, given);
  cut();
  return result;
};
fs.readSync = (/** @type {[any, any, any]} */ ...given) => {
  const result = readSync(...given);
  cut();
  return result;
};
