// SPDX-License-Identifier: Apache-2.0
//
// The accepted forms of a caption, tokens with part-of-speech tags or the labels of an image, and their checks.

import { invalid, shapeMismatch } from '../core/error.js';
import { requireTexts, shown } from '../core/options.js';

/** A caption as tokens, each with its part-of-speech tag and, if known, its lemma. */
export interface TaggedCaption {
  tokens: readonly string[];
  tags: readonly string[];
  lemmas?: readonly string[] | undefined;
}

/** Tags a string: your own function, {@link compromiseTagger}, or {@link winkTagger}. */
export type Tagger = (text: string) => TaggedCaption;

/** An image with the labels of its content. Every label counts as an object, unless it is a word of a group. */
export interface LabeledImage {
  labels: readonly string[];
  /** Groups in the image that no label names. */
  groups?: readonly string[] | undefined;
}

/** @internal Throws `invalidArgument` or `shapeMismatch`, with the row, for an invalid caption or an unknown group. */
export function requireCaption(
  caption: TaggedCaption | LabeledImage,
  row: number,
  { groups: known, byLemma }: { groups: ReadonlyMap<string, unknown>; byLemma: boolean },
): void {
  if (typeof caption !== 'object' || caption === null) throw notACaption('tokens with tags, or labels', caption, row);
  if ('labels' in caption) {
    requireTexts('labels', caption.labels, row);
    const groups = requireTexts('groups', caption.groups ?? [], row);
    const unknown = groups.find((group) => !known.has(group));
    if (unknown !== undefined) throw notACaption(`one of ${[...known.keys()]}`, unknown, row, 'groups');
    return;
  }
  requireTexts('tokens', caption.tokens, row);
  requireTexts('tags', caption.tags, row);
  requireLength(caption.tags, caption.tokens.length, 'tags', row);
  if (!byLemma) return;
  const lemmas = requireTexts('lemmas', caption.lemmas, row);
  requireLength(lemmas, caption.tokens.length, 'lemmas', row);
}

/** @internal */
export function notACaption(expected: string, actual: unknown, row: number, argument = 'captions') {
  return invalid(argument, expected, shown(actual), row);
}

function requireLength(values: readonly unknown[], length: number, argument: string, row: number): void {
  if (values.length === length) return;
  throw shapeMismatch(argument, `${length}, one for each token`, String(values.length), row);
}
