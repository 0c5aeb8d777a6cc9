// SPDX-License-Identifier: Apache-2.0
//
// Files that are dropped anywhere on the page, and rows that are pasted. Unhandled, a dropped file would
// replace the page.

export interface IncomingHandlers {
  onFile: (file: File) => void;
  /** True while something is dragged over the page. */
  onOver: (isOver: boolean) => void;
}

/** Listens until the returned function is called. */
export function listenForFiles({ onFile, onOver }: IncomingHandlers): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const take = (data: DataTransfer | null) => {
    const file = data?.files[0];
    const text = data?.getData('text/plain') ?? '';
    if (file) onFile(file);
    else if (text.trim() !== '') onFile(new File([text], 'Pasted rows'));
  };
  // Text that is moved within the page, or pasted into a field, is not a new table.
  let isFromHere = false;
  const isBrought = (event: DragEvent) =>
    event.dataTransfer?.types.includes('Files') || !(isFromHere || isField(event.composedPath()[0]));
  const begin = () => {
    isFromHere = true;
  };
  const end = () => {
    isFromHere = false;
  };
  const over = (event: DragEvent) => {
    if (!isBrought(event)) return;
    event.preventDefault();
    onOver(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onOver(false);
  };
  const drop = (event: DragEvent) => {
    onOver(false);
    if (!isBrought(event)) return;
    event.preventDefault();
    take(event.dataTransfer);
  };
  const paste = (event: ClipboardEvent) => {
    if (!isField(event.composedPath()[0])) take(event.clipboardData);
  };
  document.addEventListener('dragstart', begin, { signal });
  document.addEventListener('dragend', end, { signal });
  document.addEventListener('dragover', over, { signal });
  document.addEventListener('dragleave', leave, { signal });
  document.addEventListener('drop', drop, { signal });
  document.addEventListener('paste', paste, { signal });
  return () => listeners.abort();
}

const isField = (target: EventTarget | undefined) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && ['number', 'text'].includes(target.type));
