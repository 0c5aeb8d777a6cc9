// Loaded before the command line, in a process of its own: once the file FAIRWASM_CUT has given its first bytes, it is cut
// to FAIRWASM_CUT_TO bytes. Nothing else makes sure that a file is changed while it is read.

import { truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';

const { FAIRWASM_CUT: path = '', FAIRWASM_CUT_TO: length } = process.env;
const handle = await open(path);
const ofHandles = Object.getPrototypeOf(handle);
await handle.close();

const { read } = ofHandles;
ofHandles.read = async function (...given) {
  const result = await read.apply(this, given);
  ofHandles.read = read;
  truncateSync(path, Number(length));
  return result;
};
