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

// Parts of Emscripten's code that no call reaches: a module is always given as `instantiateWasm`, so nothing is located or
// downloaded here (and a bundler would include a file because of its name); and no binding has wide strings. Each part is
// replaced; the minifier removes functions that are no longer used.
/** @type {[pattern: RegExp, replacement: string][]} */
const unreachable = [
  [/var ENVIRONMENT_IS_WEB=.*?\}else\{\}/s, ''],
  [/function findWasmBinary.*?(?=function getWasmImports)/s, ''],
  [/wasmBinaryFile\?\?=findWasmBinary\(\);.*?return exports\}/s, '}'],
  [/(?<=var __embind_register_std_wstring=).*?(?=;var __embind_register_user_type)/s, '()=>{}'],
];

// Handles are only deleted. Modules without classes have no handles.
const unreachableOfHandles = [
  /isAliasOf\(other\)\{.*?return leftClass===rightClass&&left===right\},/s,
  /isDeleted\(\)\{return!this\.\$\$\.ptr\},deleteLater\(\)\{.*?return this\}(?=\}\))/s,
];

/** Returns a module's glue code without unreachable parts. Throws if Emscripten's code has changed. */
export function withoutUnreachable(code) {
  const withoutLoader = unreachable.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text))
      throw new Error(`The glue code does not contain ${pattern}: see scripts/lib/strip-comments.mjs`);
    return text.replace(pattern, replacement);
  }, code);
  return unreachableOfHandles.reduce((text, pattern) => text.replace(pattern, ''), withoutLoader);
}
