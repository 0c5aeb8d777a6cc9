// SPDX-License-Identifier: Apache-2.0
//
// Word lists: which words refer to which group of people.

/** The words of each group, by the group's name. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

/**
 * The gender words of the gender-neutral captioning project. Its list is missing a comma between "actors" and "girl",
 * which joins them; here they are separate.
 */
export const genderWords: WordLists = {
  man: [
    ...['actor', 'actors', 'boy', 'boyfriend', 'boys', 'brother', 'dad', 'dads', 'dude', 'father'],
    ...['fireman', 'gentleman', 'groom', 'guy', 'guys', 'his', 'husband', 'male', 'males', 'man'],
    ...['mans', 'men', 'obama', 'policeman', 'policemen', 'son'],
  ],
  woman: [
    ...['actress', 'bride', 'female', 'females', 'girl', 'girlfriend', 'girls', 'her', 'ladies'],
    ...['lady', 'mom', 'moms', 'nun', 'she', 'sister', 'wife', 'woman', 'women'],
  ],
};

/** The tags of each kind of object word: Penn Treebank's and Universal Dependencies'. */
export const objectTags: Readonly<Record<ObjectKind, readonly string[]>> = {
  noun: ['NN', 'NNS', 'NNP', 'NNPS', 'NOUN', 'PROPN'],
  verb: ['VB', 'VBD', 'VBG', 'VBN', 'VERB'],
  adjective: ['JJ', 'JJR', 'JJS', 'ADJ'],
};

/** A kind of words that counts as objects. */
export type ObjectKind = 'noun' | 'verb' | 'adjective';
