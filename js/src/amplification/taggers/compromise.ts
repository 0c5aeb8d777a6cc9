// SPDX-License-Identifier: Apache-2.0
//
// Part-of-speech tags by compromise (MIT).

import { loadPeer } from '../../core/optional-package.js';
import type { Tagger } from '../caption.js';

interface Term {
  text: string;
  normal: string;
  implicit?: string;
  root?: string;
  tags: string[];
}

// Its tags as Penn Treebank's, the more special first: a pronoun has the tag Noun too.
const pennTags: readonly [tag: string, penn: string][] = [
  ['Pronoun', 'PRP'],
  ['Determiner', 'DT'],
  ['ProperNoun', 'NNP'],
  ['Plural', 'NNS'],
  ['Noun', 'NN'],
  ['Auxiliary', 'MD'],
  ['Copula', 'VBZ'],
  ['Gerund', 'VBG'],
  ['Participle', 'VBN'],
  ['PastTense', 'VBD'],
  ['PresentTense', 'VBZ'],
  ['Verb', 'VB'],
  ['Comparative', 'JJR'],
  ['Superlative', 'JJS'],
  ['Adjective', 'JJ'],
];

function pennTag({ tags }: Term): string {
  if (tags.includes('Infinitive')) return 'VB';
  return pennTags.find(([tag]) => tags.includes(tag))?.[1] ?? 'X';
}

// A contraction's parts are implicit, and only the first has the text; a possessive keeps its 's.
function tokenOf({ text, implicit, tags }: Term): string {
  if (implicit) return implicit;
  return tags.includes('Possessive') ? text.replace(/['’]s?$/u, '') : text;
}

/**
 * A tagger by the package compromise, which has to be installed. Tokens keep their form but for
 * contractions and possessives ("man's" is "man"); tags are Penn Treebank's.
 *
 * @example
 * import { load } from 'fairwasm/amplification';
 * const captions = (await load()).captionCounts();
 * await captions.updateTexts(['A woman rides a horse.', 'A man holds a kite.'], await compromiseTagger());
 * Object.keys(captions.counts().woman); // ["horse"]
 *
 * @throws FairwasmError `loadFailed` if the package is missing or older than version 14.
 */
export async function compromiseTagger(): Promise<Tagger> {
  const { default: nlp } = await loadPeer(
    'compromise',
    () => import('compromise'),
    (peer) => 'compute' in peer.default(''),
  );
  return (text) => {
    const doc = nlp(text);
    doc.compute('root');
    const options = { terms: { text: true, tags: true, implicit: true, root: true, normal: true } };
    const sentences = doc.json(options) as { terms: Term[] }[];
    const terms = sentences.flatMap((sentence) => sentence.terms);
    return {
      tokens: terms.map(tokenOf),
      tags: terms.map(pennTag),
      lemmas: terms.map((term) => term.root || term.implicit || tokenOf(term).toLowerCase()),
    };
  };
}
