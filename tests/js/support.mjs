// SPDX-License-Identifier: Apache-2.0
//
// Shared by many tests: every entry point, loaded once, and a check of a FairwasmError's argument and row.

import { FairwasmError, load } from 'fairwasm';
import { load as loadAif360 } from 'fairwasm/aif360';
import { load as loadAmounts } from 'fairwasm/amounts';
import { load as loadAmplification } from 'fairwasm/amplification';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadImpact } from 'fairwasm/impact';
import { load as loadIndividual } from 'fairwasm/individual';
import { load as loadMonitoring } from 'fairwasm/monitoring';
import { load as loadPredictability } from 'fairwasm/predictability';
import { load as loadRankings } from 'fairwasm/rankings';
import { load as loadRepeated } from 'fairwasm/repeated';
import { load as loadRobustness } from 'fairwasm/robustness';
import { load as loadScores } from 'fairwasm/scores';
import { load as loadSlices } from 'fairwasm/slices';
import { load as loadThresholds } from 'fairwasm/thresholds';

export const fair = await load();
export const aif360 = await loadAif360({ fair });
export const fairlearn = await loadFairlearn({ fair });
export const impact = await loadImpact();
export const individual = await loadIndividual();
export const amplification = await loadAmplification();
export const monitoring = await loadMonitoring();
export const predictability = await loadPredictability();
export const amounts = await loadAmounts();
export const rankings = await loadRankings();
export const repeated = await loadRepeated();
export const robustness = await loadRobustness();
export const slices = await loadSlices();
export const thresholds = await loadThresholds();
export const scores = await loadScores();

/** Returns the FairwasmError that `call` throws. */
export function getError(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof FairwasmError) return error;
    throw error;
  }
  throw new Error('expected a FairwasmError, but nothing was thrown');
}

/** Returns the FairwasmError with which the promise of `call` rejects. */
export async function getRejection(call) {
  const error = await call().then(
    () => new Error('expected a FairwasmError, but nothing was rejected'),
    (reason) => reason,
  );
  if (error instanceof FairwasmError) return error;
  throw error;
}

/** Eight rows for manual calculations; group a has one each of TP, FP, TN, FN. */
export const eightRows = () => ({
  groups: { race: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'], sex: ['f', 'm', 'f', 'm', 'f', 'm', 'f', 'm'] },
  label: [1, 0, 0, 1, 1, 1, 1, 0],
  prediction: [1, 1, 0, 0, 1, 1, 0, 1],
  weight: [1, 2, 1, 2, 0.5, 0.5, 1, 3],
  score: [0.9, 0.6, 0.2, 0.4, 0.8, 0.7, 0.3, 0.5],
});

/** Returns a saved HTML file without the data in it, which no browser runs. */
export const withoutData = (html) =>
  html.replaceAll(/<script type="text\/base64" id="[\w-]+">[\w+/=\s]*<\/script>/g, '');
