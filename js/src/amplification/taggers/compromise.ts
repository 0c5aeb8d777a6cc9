// SPDX-License-Identifier: Apache-2.0
//
// Part-of-speech tags from compromise (MIT).

import { loadPeer } from '../../core/optional-package.js';
import type { Tagger } from '../caption.js';

interface Term {
  text: string;
  normal: string;
  implicit?: string;
  root?: string;
  tags: string[];
}

// Penn Treebank tags for compromise's tags, most specific first: a pronoun also has the tag Noun.
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

// The parts of a contraction are implicit, and only the first has the text; a possessive keeps its 's.
function getToken({ text, implicit, tags }: Term): string {
  if (implicit) return implicit;
  return tags.includes('Possessive') ? text.replace(/['’]s?$/u, '') : text;
}

/**
 * Returns a tagger that uses the package compromise, which must be installed. Tokens keep their form, except
 * contractions and possessives ("man's" becomes "man"). Tags are Penn Treebank's.
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
      tokens: terms.map(getToken),
      tags: terms.map(pennTag),
      lemmas: terms.map((term) => term.root || term.implicit || getToken(term).toLowerCase()),
    };
  };
}
