// What hostile texts do to a page: nothing, where they stay texts.

/** A text that is markup, a command to terminals, and turns the direction of what follows. */
export const hostile = '\x1b[31m\u202e<img src=x onerror=alert(1)>';

/** What has come of such texts by now: elements, dialogs, what the page’s policy refused. */
export function recordHarm(page) {
  const dialogs = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  return async () => ({
    dialogs,
    images: await page.locator('img[src=x]').count(),
    complaints: page.complaints,
  });
}

export const noHarm = { dialogs: [], images: 0, complaints: [] };
