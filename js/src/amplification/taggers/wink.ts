// SPDX-License-Identifier: Apache-2.0
//
// Part-of-speech tags by wink-nlp (MIT), with its English model.

import { loadPeer } from '../../core/optional-package.js';
import type { Tagger } from '../caption.js';

/**
 * Resolves with a tagger based on the packages wink-nlp and wink-eng-lite-web-model, which must be installed. Tokens
 * keep their form; tags are those of Universal Dependencies (NOUN, PROPN, VERB, ADJ, …).
 *
 * @example
 * import { load } from 'fairwasm/amplification';
 * const captions = (await load()).captionCounts({ objects: ['NOUN'] });
 * await captions.updateTexts(['A woman rides a horse.', 'A man holds a kite.'], await winkTagger());
 * Object.keys(captions.counts().man); // ["kite"]
 *
 * @throws FairwasmError `loadFailed` if a package is missing, or wink-nlp is older than version 1.5.
 */
export async function winkTagger(): Promise<Tagger> {
  const { default: model } = await loadPeer(
    'wink-eng-lite-web-model',
    () => import('wink-eng-lite-web-model'),
  );
  const nlp = await loadPeer(
    'wink-nlp',
    async () => (await import('wink-nlp')).default(model, ['sbd', 'pos']),
    (peer) => peer.its !== undefined,
  );
  const { pos } = nlp.its;
  // Its declaration has an argument that out() does not pass.
  const lemma = nlp.its.lemma as unknown as typeof pos;
  return (text) => {
    const tokens = nlp.readDoc(text).tokens();
    return { tokens: tokens.out(), tags: tokens.out(pos), lemmas: tokens.out(lemma) };
  };
}
