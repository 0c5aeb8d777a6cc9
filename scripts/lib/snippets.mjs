// Converts the code blocks of a Markdown file to runnable code.

/** Returns all blocks as `{ language, code, line }`. */
export function getBlocks(markdown) {
  const blocks = [];
  for (const match of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const line = markdown.slice(0, match.index).split('\n').length;
    blocks.push({ language: match[1], code: match[2], line });
  }
  return blocks;
}

const statement = /^(?!(?:import|export|const|let|for|if)\b|\/\/)(\S.*?);? \/\/ (.+)$/;

// Returns the value in a comment as a JSON pattern; undefined if it is neither JSON nor a `[…]` of values. A number may
// have more digits than shown: 0.333…
function toPattern(comment) {
  try {
    const value = JSON.parse(comment.replace(/-?\d+\.\d+…/g, '"$&"'));
    const escaped = JSON.stringify(value).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    return `^${escaped.replace(/"(-?\d+\\\.\d+)…"/g, '$1\\d*')}$`;
  } catch {
    return undefined;
  }
}

/**
 * Returns the JavaScript blocks of a page as one module in which `expression; // value` is checked. Imports come first,
 * once each; redeclaring a name in a later block is an error of the page.
 */
export function getModule(blocks) {
  const lines = blocks
    .filter(({ language }) => ['js', 'ts'].includes(language))
    .flatMap(({ code }) => code.split('\n'));
  const imports = new Set(lines.filter((line) => line.startsWith('import ')));
  const rest = lines.filter((line) => !line.startsWith('import ')).map(checked);
  return ["import assert from 'node:assert/strict';", ...imports, ...rest, ''].join('\n');
}

function checked(line) {
  const [, expression, comment] = statement.exec(line) ?? [];
  const pattern = expression === undefined ? undefined : toPattern(comment);
  if (pattern === undefined) return line;
  return comment.includes('…')
    ? `assert.match(JSON.stringify(${expression}), new RegExp(${JSON.stringify(pattern)}));`
    : `assert.deepEqual(JSON.parse(JSON.stringify(${expression})), ${comment});`;
}

/** Returns the commands of the shell blocks without comments; a line that ends in \ continues. */
export function getCommands(blocks) {
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '');
}
