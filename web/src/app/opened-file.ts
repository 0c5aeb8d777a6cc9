// SPDX-License-Identifier: Apache-2.0
//
// The file with which `fairwasm open` opens the page. The server has it in the folder of the page, under the name in
// the address.

/** Returns the file, or undefined without a file. It is opened only once, not after each reload. */
export async function openedFile(): Promise<File | undefined> {
  const name = new URLSearchParams(location.search).get('file');
  if (name === null) return undefined;
  history.replaceState(null, '', location.pathname + location.hash);
  const response = await fetch(`./file/${encodeURIComponent(name)}`).catch(() => undefined);
  return response?.ok ? new File([await response.blob()], name) : undefined;
}
