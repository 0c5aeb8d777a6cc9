// User actions for engines whose drivers do not support roles: finds elements by role and name through shadow roots,
// waits for them, and reads text. Each function runs in the page and must therefore be self-contained.

/** Waits for an element of this role whose name or text matches, optionally clicks it, and returns its text. */
export async function find({ role, name, click = false, timeout = 30_000 }) {
  const tags = {
    button: 'button, [role=button]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href], [role=link]',
    row: 'tr, [role=row]',
    radio: 'input[type=radio]',
  };
  const pattern = new RegExp(name);
  const everything = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? everything(element.shadowRoot) : []),
    ]);
  const getName = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent)
      .replace(/\s+/g, ' ')
      .trim();
  const isShown = (element) => element.getClientRects().length > 0;
  const end = performance.now() + timeout;
  for (;;) {
    const found = everything(document).find(
      (element) => element.matches(tags[role]) && isShown(element) && pattern.test(getName(element)),
    );
    if (found) {
      if (click) found.click();
      return getName(found);
    }
    if (performance.now() > end) throw new Error(`no ${role} named ${pattern}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Puts a file into the file input that accepts it, or a text or choice into a field by its label. */
export async function fill({ file, field, timeout = 30_000 }) {
  const everything = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? everything(element.shadowRoot) : []),
    ]);
  const getLabel = (element) => element.labels?.[0]?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const fits = file
    ? (element) => element.matches('input[type=file]') && element.accept.includes(file.accept)
    : (element) => element.matches('input, select, textarea') && new RegExp(field.label).test(getLabel(element));
  const end = performance.now() + timeout;
  for (;;) {
    const found = everything(document).find(fits);
    if (found) {
      if (file) {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(file.bytes)], file.name));
        found.files = data.files;
      } else {
        found.value = field.value;
      }
      found.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    if (performance.now() > end) throw new Error(`no field for ${file?.name ?? field.label}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
