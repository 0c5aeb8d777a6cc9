// The effects of hostile strings on a page: none, if they stay text.

/** A string with markup and a terminal command that also reverses the direction of the following text. */
export const hostile = '\x1b[31m\u202e<img src=x onerror=alert(1)>';

/** The effects of such strings so far: elements, dialogs, and violations of the page's policy. */
export function recordHarm(page) {
  const dialogs = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  return async () => ({ dialogs, images: await page.locator('img[src=x]').count(), complaints: page.complaints });
}

export const noHarm = { dialogs: [], images: 0, complaints: [] };
