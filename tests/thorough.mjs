// How much a test tries. `npm test` is what everyone runs; `npm run test:thorough` sets FAIRWASM_THOROUGH=1 and
// adds files named *.thorough.test.mjs, longer random searches, and every case of long tables.

export const isThorough = process.env.FAIRWASM_THOROUGH === '1';

/** Returns the number for the thorough run in that run, and the usual one otherwise. */
export const often = (usual, thorough) => (isThorough ? thorough : usual);
