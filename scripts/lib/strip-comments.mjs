// Removes documentation from the package's code, because editors read it from the declarations, and minifies bundled
// code. See docs/decisions/018-package-contents.md.

/** Returns compiled code without its documentation; all other comments stay. */
export function withoutDocumentation(ts, code) {
  const parsed = ts.createSourceFile('code.js', code, ts.ScriptTarget.Latest);
  const ranges = new Map();
  const visit = (node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(code, node.pos) ?? [])
      if (code.startsWith('/**', pos)) ranges.set(pos, end);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  visit(parsed.endOfFileToken);
  const parts = [...ranges].sort(([a], [b]) => b - a);
  return parts.reduce((text, [pos, end]) => {
    const start = text.lastIndexOf('\n', pos - 1) + 1;
    const isAlone = text.slice(start, pos).trim() === '' && text[end] === '\n';
    return isAlone ? text.slice(0, start) + text.slice(end + 1) : text.slice(0, pos) + text.slice(end);
  }, code);
}

/** Resolves with a minified module and the names that it exports. */
export async function minified(name, code) {
  const { minifySync } = await import('vite');
  return minifySync(name, code, { module: true }).code;
}

// Emscripten's code contains the name of a file to load if it gets no module. It always gets one, and a bundler would
// include the file because of this name.
const ownFile = /new URL\("\w+\.wasm",\s*import\.meta\.url\)\.href/g;

/** Removes the file name from a module's glue code. */
export const withoutFile = (code) => code.replaceAll(ownFile, '""');
