// SPDX-License-Identifier: Apache-2.0
//
// Texts for the options of the command line.

/** Returns "Missing values" for `missing-values`. */
export const getTitle = (option: string): string => capitalized(option).replaceAll('-', ' ');

/** Returns the description of an option as a sentence, with the titles of other options. */
export const getHint = ({ help }: { readonly help: string }): string =>
  capitalized(help)
    .replace(/--([a-z-]+)/g, (_, name: string) => `“${getTitle(name)}”`)
    .replace(/[^.]$/, '$&.');

/** Returns `missingValues` for `missing-values`. */
export const toArgument = (option: string): string =>
  option.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
