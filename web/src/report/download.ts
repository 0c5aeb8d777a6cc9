// SPDX-License-Identifier: Apache-2.0
//
// Saves text as a file, made in the page.

export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** "compas-two-years-audit.json" for the report of "compas-two-years.csv". */
export function reportName(source: string | null, ending: string): string {
  const stem = (source ?? 'fairwasm')
    .replace(/\.[a-z]{2,4}$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${stem.replace(/^-|-$/g, '').toLowerCase() || 'fairwasm'}-audit.${ending}`;
}
