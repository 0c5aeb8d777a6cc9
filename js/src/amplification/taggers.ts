// SPDX-License-Identifier: Apache-2.0
//
// Part-of-speech tags from two libraries, which the program loads: published studies of captions use one or the other.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import type { TaggedCaption, Tagger } from './caption.js';

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
 * Returns a tagger based on compromise. Tokens keep their form, except contractions and possessives ("man's" becomes
 * "man"). Tags are Penn Treebank's.
 *
 * @param nlp The package's default export.
 *
 * @example
 * import nlp from 'compromise';
 * const captions = (await load()).captionCounts();
 * await captions.updateTexts(['A woman rides a horse.', 'A man holds a kite.'], compromiseTagger(nlp));
 * Object.keys(captions.counts().woman); // ["horse"]
 *
 * @throws FairwasmError `invalidArgument` for anything but compromise 14 or later.
 */
export function compromiseTagger(
  nlp: (text: string) => { compute(method: string): unknown; json(options: object): unknown },
): Tagger {
  if (typeof nlp !== 'function' || typeof nlp('')?.compute !== 'function')
    throw invalid('nlp', 'the default export of compromise 14 or later', shown(nlp));
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

/**
 * Returns a tagger based on wink-nlp. Tokens keep their form; tags are those of Universal Dependencies (NOUN, PROPN, VERB,
 * ADJ, …).
 *
 * @param nlp The library with a model, such as wink-eng-lite-web-model.
 *
 * @example
 * import model from 'wink-eng-lite-web-model';
 * import winkNLP from 'wink-nlp';
 * const captions = (await load()).captionCounts({ objects: ['NOUN'] });
 * const tagger = winkTagger(winkNLP(model, ['sbd', 'pos']));
 * await captions.updateTexts(['A woman rides a horse.', 'A man holds a kite.'], tagger);
 * Object.keys(captions.counts().man); // ["kite"]
 *
 * @throws FairwasmError `invalidArgument` for anything but wink-nlp 1.5 or later.
 */
export function winkTagger(nlp: {
  readDoc(text: string): { tokens(): { out(property?: never): unknown } };
  its: Readonly<Record<'pos' | 'lemma', unknown>>;
}): Tagger {
  if (typeof nlp?.readDoc !== 'function' || !nlp.its)
    throw invalid('nlp', 'the result of winkNLP() of wink-nlp 1.5 or later', shown(nlp));
  const { pos, lemma } = nlp.its;
  return (text) => {
    const all = nlp.readDoc(text).tokens();
    const [tokens, tags, lemmas] = [undefined, pos, lemma].map((property) => all.out(property as never) as string[]);
    return { tokens, tags, lemmas } as TaggedCaption;
  };
}
