// SPDX-License-Identifier: Apache-2.0
//
// Saves content of the page as a file.

export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns "compas-two-years-audit.json" for the audit of "compas-two-years.csv". */
export function reportName(source: string | null, kind: string, ending: string): string {
  const stem = (source ?? 'fairwasm').replace(/\.[a-z]{2,7}$/i, '');
  return `${fileName(stem) || 'fairwasm'}-${kind}.${ending}`;
}

/** Returns "false-positive-rate" for "False positive rate". */
export const fileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
