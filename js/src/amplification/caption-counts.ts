// SPDX-License-Identifier: Apache-2.0
//
// The accumulator for bias in captions, backed by the core's CaptionCounts: which objects occur in the same caption
// as the words of which group. Captions are tokens with part-of-speech tags, strings with a tagger, or the labels of
// images.
import { Accumulator, requireBytes } from '../core/accumulator.js';
import { invalid } from '../core/error.js';
import { getCompanion } from '../core/handle.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireBoolean, requireOneOf, requireOptions, requireTexts, shown } from '../core/options.js';
import { Staging } from '../core/staging.js';
import type { NumberColumn } from '../data/column.js';
import { countsOfRows } from '../tally/counted-rows.js';
import type { CaptionComparison, CaptionCounts as WasmCaptionCounts } from '../wasm/amplification.js';
import { type LabeledImage, notACaption, requireCaption, type TaggedCaption, type Tagger } from './caption.js';
import {
  type BiasDictionaries,
  type CaptionAmplificationOptions,
  type CaptionBiasAmplification,
  captionAmplification,
  toBias,
} from './caption-bias.js';
import type { Wasm } from './module.js';
import { genderWords, type ObjectKind, objectTags, type WordLists } from './words.js';

export interface CaptionCountsOptions {
  /** The words of each group, for two or more groups. Default: {@link genderWords}. */
  words?: WordLists | undefined;
  /** The tokens that count as objects: a kind of word, or a list of tags. Default: nouns. */
  objects?: ObjectKind | readonly string[] | undefined;
  /** Whether objects are counted by their surface form or by their lemma. Default: `surface`. */
  form?: 'surface' | 'lemma' | undefined;
  /** True to ignore case. Default: true. */
  foldCase?: boolean | undefined;
}

/** A number for each object, by group. */
export type ByGroup = Record<string, Record<string, number>>;

/** Properties of a token, cached by its written form. */
interface Entry {
  /** Code of the group's word, or -1. */
  word: number;
  /** The token as an object. */
  object: string;
}

/**
 * Counts objects by the group they are mentioned with. Create one with `captionCounts(…)`. The stored bytes do not
 * include the options.
 *
 * @example
 * const captions = (await load()).captionCounts();
 * captions.update([
 *   { tokens: ['a', 'man', 'rides', 'a', 'kite'], tags: ['DT', 'NN', 'VBZ', 'DT', 'NN'] },
 *   { tokens: ['a', 'woman', 'with', 'a', 'kite'], tags: ['DT', 'NN', 'IN', 'DT', 'NN'] },
 * ]);
 * captions.bias().woman.kite; // 0.5
 */
export class CaptionCounts extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmCaptionCounts;
  readonly #wasm: Wasm;
  readonly #tags: ReadonlySet<string>;
  readonly #byLemma: boolean;
  readonly #fold: (word: string) => string;
  readonly #words = new Map<string, number>();
  readonly #groupCodes = new Map<string, number>();
  readonly #objects = new Map<string, number>();
  readonly #entries = new Map<string, Entry>();

  /** @internal */
  constructor(wasm: Wasm, options: CaptionCountsOptions, stored?: WasmCaptionCounts) {
    requireOptions('captionCounts', options, stored ? optionNames.slice(1) : optionNames);
    const { words = genderWords, objects = 'noun', form = 'surface', foldCase = true } = options;
    const fold = folding(requireBoolean('foldCase', foldCase));
    const byLemma = requireOneOf('form', form, ['surface', 'lemma']) === 'lemma';
    const tags = new Set<string>(parseTags(objects));
    super(stored ?? new wasm.CaptionCounts(getGroups(words, fold)));
    this.#wasm = wasm;
    this.#fold = fold;
    this.#byLemma = byLemma;
    this.#tags = tags;
    for (const group of this.handle.groups()) {
      // Any word of a group can represent it; the group's own name is displayed if it is one of the words.
      this.#groupCodes.set(group.name, this.#words.size);
      for (const word of group.words) {
        if (word === this.#fold(group.name)) this.#groupCodes.set(group.name, this.#words.size);
        this.#words.set(word, this.#words.size);
      }
    }
    this.#learnObjects();
  }

  /** The groups, in the order of their word lists. */
  get groups(): readonly string[] {
    return [...this.#groupCodes.keys()];
  }

  /** The objects mentioned together with any group, in the order of their first caption. */
  get objects(): readonly string[] {
    return [...this.#objects.keys()];
  }

  /** Number of captions, and number of captions that mention a group. */
  get captions(): { all: number; mentioning: number } {
    return { all: this.handle.captions(), mentioning: this.handle.mentioning() };
  }

  /**
   * Adds captions or labeled images. If it throws, the counts do not change.
   *
   * A caption counts once for each distinct word of a group: with "man" and "his" its objects count twice. An object
   * counts as often as it occurs. Words of a group are not objects.
   *
   * @throws FairwasmError `shapeMismatch` if the numbers of tokens and tags differ, `invalidArgument` for invalid
   *   captions and unknown groups; each names the caption.
   */
  update(captions: readonly (TaggedCaption | LabeledImage)[]): void {
    this.#add(captions);
  }

  /**
   * Adds precomputed caption counts: an entry with count n is equivalent to n captions, also in intervals, and uses
   * the memory of one. `countedCaptions` of fairwasm/sql creates them from a query result. If it throws, the counts
   * do not change.
   *
   * @throws FairwasmError like {@link update}, and for invalid counts: `invalidArgument` for a fraction, a negative
   *   number, or a number above 2^53, with its row; `missingValue`; `shapeMismatch`; and `tooLarge` for more than
   *   2^53 captions in total.
   */
  updateCounted(counted: {
    captions: readonly (TaggedCaption | LabeledImage)[];
    /** Number of captions of each kind, a nonnegative integer. */
    rows: NumberColumn;
  }): void {
    requireOptions('updateCounted', counted, ['captions', 'rows']);
    const { captions, rows } = counted;
    if (!Array.isArray(captions)) throw invalid('captions', 'an array of captions', shown(captions));
    this.#add(captions, countsOfRows(rows, captions.length));
  }

  #add(captions: readonly (TaggedCaption | LabeledImage)[], times?: Float64Array): void {
    if (!Array.isArray(captions)) throw invalid('captions', 'an array of captions', shown(captions));
    // Array.from also visits the holes of a sparse array, which are then rejected.
    Array.from(captions).forEach((caption, row) => {
      requireCaption(caption, row, { groups: this.#groupCodes, byLemma: this.#byLemma });
    });
    const batch = new Batch();
    const newObjects: string[] = [];
    for (const caption of captions) this.#encode(caption, batch, newObjects);
    try {
      batch.send(this.#wasm, times, (pointers, counts) => {
        const staged = { newObjects, ...pointers };
        if (counts === undefined) this.handle.update(staged);
        else this.handle.updateCounted(staged, counts);
      });
    } catch (error) {
      for (const object of newObjects) this.#objects.delete(object);
      throw error;
    }
  }

  /** Tags strings, one per caption, and adds them. If it fails or is canceled, the counts do not change. */
  async updateTexts(texts: readonly string[], tagger: Tagger, run: RunOptions = {}): Promise<void> {
    if (!Array.isArray(texts)) throw invalid('texts', 'an array of strings', shown(texts));
    if (typeof tagger !== 'function') throw invalid('tagger', 'a function', shown(tagger));
    requireOptions('updateTexts', run, ['onProgress', 'signal']);
    const captions: TaggedCaption[] = [];
    const tagNext = () => {
      const text = texts[captions.length];
      if (typeof text !== 'string') throw notACaption('a text', text, captions.length);
      captions.push(tagger(text));
      return captions.length / texts.length;
    };
    if (texts.length > 0) await inSlices(tagNext, run);
    this.update(captions);
  }

  /** Adds the captions of other counts with the same words. Objects are matched by name. */
  merge(other: CaptionCounts): void {
    this.handle.merge(getCompanion(this.handle, other, CaptionCounts, 'other', 'CaptionCounts'));
    this.#learnObjects();
  }

  /** Removes all captions and objects; the words stay. */
  override reset(): void {
    super.reset();
    this.#objects.clear();
  }

  /** @internal Use `amplification.captionCountsFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array, options: Omit<CaptionCountsOptions, 'words'>): CaptionCounts {
    return new CaptionCounts(wasm, options, wasm.CaptionCounts.fromBytes(requireBytes(bytes)) as WasmCaptionCounts);
  }

  /** Returns c(o, g) by group: how often each object occurs with the group's words. Zero counts are omitted. */
  counts(): Record<string, Record<string, number>> {
    return this.#byGroup(this.handle.counts(), (count) => count > 0);
  }

  /** Returns c(o, g) by the single words of the groups. Zero counts are omitted. */
  wordCounts(): Record<string, Record<string, number>> {
    const words = [...this.#words.keys()];
    const objects = this.objects;
    const byWord = new Map<string, [string, number][]>();
    for (const { word, object, count } of this.handle.wordCounts()) {
      const name = words[word] as string;
      byWord.set(name, [...(byWord.get(name) ?? []), [objects[object] as string, count]]);
    }
    return Object.fromEntries([...byWord].map(([word, counts]) => [word, Object.fromEntries(counts)]));
  }

  /** Returns b(o, g) = c(o, g) / Σ_g c(o, g) by group, above 0 and at most 1; only for c(o, g) > 0. */
  bias(): Record<string, Record<string, number>> {
    return this.#byGroup(this.handle.scores(), (score) => !Number.isNaN(score));
  }

  /**
   * Returns how much more strongly these captions associate objects with groups than the training captions: the mean
   * of b(o, g) - b*(o, g) over the n pairs that are biased in training, b*(o, g) > 1/|G|. An object that is not
   * mentioned with the group counts as b(o, g) = 0. `train` is the training captions, or a dictionary of b* for each
   * group.
   *
   * @example
   * // captions: as in the example of CaptionCounts.
   * const train = { man: { kite: 0.75 }, woman: { kite: 0.25 } };
   * (await captions.biasAmplification(train)).value; // -0.25
   *
   * @throws FairwasmError `incompatible` if the groups differ, `invalidArgument` for an unreadable dictionary, with
   *   its line.
   */
  async biasAmplification(
    train: CaptionCounts | BiasDictionaries,
    options: CaptionAmplificationOptions = {},
  ): Promise<CaptionBiasAmplification> {
    const { CaptionComparison: comparisons } = this.#wasm;
    const comparison =
      train instanceof CaptionCounts
        ? comparisons.ofCaptions(getCompanion(this.handle, train, CaptionCounts, 'train', 'CaptionCounts'), this.handle)
        : comparisons.withBias(
            toBias(train, (word) => this.#fold(word)),
            this.handle,
          );
    const isGiven = !(train instanceof CaptionCounts);
    const mentions = Math.min(isGiven ? Number.POSITIVE_INFINITY : train.#meanMentions(), this.#meanMentions());
    return captionAmplification(comparison as CaptionComparison, this.groups.length, options, { isGiven, mentions });
  }

  // Returns the mean number of mentions of the objects that are mentioned together with a group.
  #meanMentions(): number {
    const groups = Object.values(this.counts());
    const objects = new Set(groups.flatMap((group) => Object.keys(group)));
    const mentions = groups.flatMap((group) => Object.values(group));
    return mentions.reduce((sum, count) => sum + count, 0) / objects.size;
  }

  #learnObjects(): void {
    this.#objects.clear();
    for (const object of this.handle.objects()) this.#objects.set(object, this.#objects.size);
  }

  #encode(caption: TaggedCaption | LabeledImage, batch: Batch, newObjects: string[]): void {
    const isImage = 'labels' in caption;
    const tokens = isImage ? caption.labels : caption.tokens;
    const firstMention = batch.mentions.length;
    for (const group of (isImage && caption.groups) || []) {
      batch.mention(this.#groupCodes.get(group) as number, firstMention);
    }
    for (const token of tokens) {
      const { word } = this.#entry(token);
      if (word >= 0) batch.mention(word, firstMention);
    }
    if (batch.mentions.length > firstMention) {
      const forms = (!isImage && this.#byLemma && caption.lemmas) || tokens;
      for (let i = 0; i < tokens.length; i++) {
        if (!isImage && !this.#tags.has(caption.tags[i] as string)) continue;
        if (this.#entry(tokens[i] as string).word >= 0) continue;
        batch.objects.push(this.#objectCode(this.#entry(forms[i] as string).object, newObjects));
      }
    }
    batch.endCaption();
  }

  #entry(token: string): Entry {
    const cached = this.#entries.get(token);
    if (cached) return cached;
    const object = this.#fold(token);
    const entry = { word: this.#words.get(object) ?? -1, object };
    this.#entries.set(token, entry);
    return entry;
  }

  #objectCode(object: string, newObjects: string[]): number {
    const cached = this.#objects.get(object);
    if (cached !== undefined) return cached;
    const code = this.#objects.size;
    this.#objects.set(object, code);
    newObjects.push(object);
    return code;
  }

  #byGroup(values: Float64Array, keep: (value: number) => boolean): ByGroup {
    const { groups, objects } = this;
    const groupCounts = (group: number) =>
      objects
        .map((object, i): [string, number] => [object, values[i * groups.length + group] as number])
        .filter(([, value]) => keep(value));
    return Object.fromEntries(groups.map((name, g) => [name, Object.fromEntries(groupCounts(g))]));
  }
}

const optionNames: readonly string[] = ['words', 'objects', 'form', 'foldCase'];

const folding = (foldCase: boolean) => (word: string) => (foldCase ? word.toLowerCase() : word);

// Each group's name is one of its words, so that images can refer to groups by name.
function getGroups(words: WordLists, fold: (word: string) => string): { name: string; words: string[] }[] {
  if (typeof words !== 'object' || words === null || Array.isArray(words)) {
    throw invalid('words', 'lists of words by group name', shown(words));
  }
  const groups = Object.entries(words);
  if (groups.length < 2) throw invalid('words', 'words of at least two groups', `${groups.length} groups`);
  return groups.map(([name, list]) => ({
    name,
    words: [...new Set([...requireTexts(`words ${name}`, list), name].map((word) => fold(word)))],
  }));
}

function parseTags(objects: ObjectKind | readonly string[]): readonly string[] {
  if (typeof objects !== 'string') return requireTexts('objects', objects);
  return objectTags[requireOneOf('objects', objects, Object.keys(objectTags) as ObjectKind[])];
}

/** A batch of encoded captions. */
class Batch {
  readonly mentions: number[] = [];
  readonly objects: number[] = [];
  readonly #mentionEnds: number[] = [];
  readonly #objectEnds: number[] = [];

  /** Adds a word of the current caption, whose mentions begin at `first`. Repeated words count once. */
  mention(word: number, first: number): void {
    for (let i = first; i < this.mentions.length; i++) if (this.mentions[i] === word) return;
    this.mentions.push(word);
  }

  endCaption(): void {
    this.#mentionEnds.push(this.mentions.length);
    this.#objectEnds.push(this.objects.length);
  }

  /** Calls `use` with the addresses of the data, and of `times` if there are any. */
  send(
    wasm: Wasm,
    times: Float64Array | undefined,
    use: (pointers: Record<BatchPart, { pointer: number; count: number }>, times: number | undefined) => void,
  ) {
    const parts = {
      mentions: this.mentions,
      mentionEnds: this.#mentionEnds,
      objects: this.objects,
      objectEnds: this.#objectEnds,
    };
    const timesBytes = times?.byteLength ?? 0;
    const bytes = Object.values(parts).reduce((sum, part) => sum + 4 * part.length, timesBytes);
    const staging = new Staging(wasm, Math.max(1, bytes));
    try {
      let offset = timesBytes; // first, because they need 8-byte alignment
      const copy = (part: number[]) => {
        const pointer = staging.copy(Uint32Array.from(part), offset);
        offset += 4 * part.length;
        return { pointer, count: part.length };
      };
      const pointers = {
        mentions: copy(parts.mentions),
        mentionEnds: copy(parts.mentionEnds),
        objects: copy(parts.objects),
        objectEnds: copy(parts.objectEnds),
      };
      use(pointers, times && staging.copy(times, 0));
    } finally {
      staging.dispose();
    }
  }
}

type BatchPart = 'mentions' | 'mentionEnds' | 'objects' | 'objectEnds';
