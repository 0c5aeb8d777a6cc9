// Presses a button that saves a file, and returns the file.

import { readFile } from 'node:fs/promises';

/** Presses “Save as <format>”; a longer name selects one of several buttons. */
export async function saveFile(page, button) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

/** Saves the report and returns its text after checking the file name. */
export async function save(page, format, name) {
  const button = page.getByRole('region', { name: 'Keep this report' });
  const saving = page.waitForEvent('download');
  await button.getByRole('button', { name: `Save as ${format}` }).click();
  const saved = await saving;
  if (saved.suggestedFilename() !== name) throw new Error(`saved as ${saved.suggestedFilename()}`);
  return readFile(await saved.path(), 'utf8');
}
