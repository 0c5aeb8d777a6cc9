// SPDX-License-Identifier: Apache-2.0
//
// Taggers of captions that are based on installed libraries.

import nlp from 'compromise';
import { compromiseTagger, winkTagger } from 'fairwasm/amplification';
import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

export const compromise = compromiseTagger(nlp);
export const wink = winkTagger(winkNLP(model, ['sbd', 'pos']));
