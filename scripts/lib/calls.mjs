// Checks calls in the package and the page that fail only with certain data, so that no test of small data finds them:
//
//   numbers.push(...others)                  overflows the stack if `others` is long, because each item is an argument;
//   memory.HEAPU8.set(bytes, space(length))  writes to detached memory if the call enlarges WebAssembly's memory, because
//                                            the view is read before the arguments are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

// Functions of JavaScript and of the DOM that accept any number of arguments.
const variadic = new Set([
  ...['max', 'min', 'hypot'],
  ...['push', 'unshift', 'splice', 'concat', 'toSpliced', 'of'],
  ...['fromCharCode', 'fromCodePoint'],
  ...['append', 'prepend', 'replaceChildren', 'before', 'after', 'replaceWith'],
]);

const isView = (node) => ts.isPropertyAccessExpression(node) && /^HEAP[UF]?\d+$/.test(node.name.text);

/** Returns the problems in a source as `{ text, place }`. */
export function problemsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const problems = [];
  const report = (node, text) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    problems.push({ text, place: `${file}:${line + 1}` });
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && isSpread(node)) {
      report(
        node,
        `${node.expression.getText()}(…) takes a list as arguments, which overflows the stack if it is long`,
      );
    }
    if (isView(node) && isKept(node)) {
      report(node, `${node.getText()} is read before a call that may enlarge the memory, or kept; read it last`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}

function isSpread({ expression, arguments: given }) {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  return (
    variadic.has(expression.name.text) && given.some((each) => ts.isSpreadElement(each) && !isLiteral(each.expression))
  );
}

// A list that is written in the source is short.
function isLiteral(node) {
  if (ts.isParenthesizedExpression(node)) return isLiteral(node.expression);
  if (ts.isConditionalExpression(node)) return isLiteral(node.whenTrue) && isLiteral(node.whenFalse);
  return ts.isArrayLiteralExpression(node);
}

// A view may only be used at once, in `HEAPU8.set(bytes, address)`, `HEAPU8.slice(start, end)`, or `HEAPU8[address]`, whose
// arguments may not contain calls. A part of it, `HEAPU8.subarray(start, end)`, may only be passed to a function.
function isKept(node) {
  const { parent } = node;
  if (ts.isElementAccessExpression(parent)) return hasCall(parent.argumentExpression);
  if (!ts.isPropertyAccessExpression(parent)) return true;
  const call = parent.parent;
  if (!ts.isCallExpression(call)) return !['length', 'byteLength'].includes(parent.name.text);
  const isPart =
    parent.name.text === 'subarray' && !ts.isCallExpression(call.parent) && !ts.isPropertyAccessExpression(call.parent);
  return isPart || call.arguments.some(hasCall);
}

function hasCall(node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node)) return true;
  return ts.forEachChild(node, (child) => hasCall(child) || undefined) === true;
}

const isOurs = (file) => !/\/(vendor|wasm)\//.test(file);

/** Throws a `Failure` that lists the problems. */
export function checkCalls() {
  const files = listFiles(['js/src', 'web/src'], ['.ts']).filter(isOurs);
  const problems = files.flatMap((file) => problemsIn(file, readFileSync(join(top, file), 'utf8')));
  if (problems.length > 0) throw new Failure(problems.map(({ text, place }) => `${place}: ${text}`).join('\n'));
}
