// SPDX-License-Identifier: Apache-2.0
//
// The entry points that lessons compute with.

import { type Fairwasm, load } from 'fairwasm';
import { type Aif360, load as loadAif360 } from 'fairwasm/aif360';
import { type Amplification, load as loadAmplification } from 'fairwasm/amplification';

export interface Modules {
  fair: Fairwasm;
  amplification: Amplification;
  aif360: Aif360;
}

export async function loadModules(): Promise<Modules> {
  const [fair, amplification] = await Promise.all([load(), loadAmplification()]);
  return { fair, amplification, aif360: await loadAif360({ fair }) };
}
