// What the package need not carry: documentation stands in the declarations, where editors read it, and not a second time
// in the code; what a bundler wrote is minified. See docs/decisions/095-what-the-package-weighs.md.

/** Returns code that the compiler wrote without its documentation; every other comment stays. */
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
    return isAlone
      ? text.slice(0, start) + text.slice(end + 1)
      : text.slice(0, pos) + text.slice(end);
  }, code);
}

/** Resolves with a module minified, with the names that it exports. */
export async function minified(name, code) {
  const { minifySync } = await import('vite');
  return minifySync(name, code, { module: true }).code;
}

// Emscripten's code names the file that it would load if it were given no module; it always is, and a bundler would take
// the file along for this name, too.
const ownFile = /new URL\("\w+\.wasm",\s*import\.meta\.url\)\.href/g;

/** Takes the file's name out of the code that speaks with a module. */
export const withoutFile = (code) => code.replaceAll(ownFile, '""');
