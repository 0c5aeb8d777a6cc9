// Random tests draw the same cases each time, so that a failure is due to a change of the code. Another seed draws
// other cases: FAIRWASM_SEED=7 npm test -- js -t 'a name'.
import fc from 'fast-check';

const seed = Number(process.env.FAIRWASM_SEED ?? 1);
if (!Number.isSafeInteger(seed)) throw new Error(`FAIRWASM_SEED must be a whole number, got ${seed}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
