// Mutants of the package, found in the syntax trees of its sources, so that strings, types, and comments are not
// mutated. They have the same form as those of text.mjs for the core.

import ts from 'typescript';

const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '??=': ['='],
};

const methods = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  trunc: 'round',
  sqrt: 'abs',
  findIndex: 'findLastIndex',
  startsWith: 'endsWith',
};

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

// Yields the positions and replacements for one node of the tree.
function* within(node) {
  const instead = (part, to) => ({ at: part.getStart(), from: part.getText(), to });
  if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right)) {
    for (const to of operators[node.operatorToken.getText()] ?? []) yield instead(node.operatorToken, to);
  }
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    yield instead(node, String(value + 1));
    if (value !== 0) yield instead(node, '0');
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield instead(node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield instead(node, 'true');
  if (ts.isPrefixUnaryExpression(node) && /^[-!]/.test(node.getText())) {
    yield instead(node, node.operand.getText());
  }
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    yield instead(node.expression, `!(${node.expression.getText()})`);
  }
  if (ts.isConditionalExpression(node)) {
    yield instead(node.condition, `!(${node.condition.getText()})`);
  }
  if (ts.isReturnStatement(node) && node.expression) yield instead(node, 'return;');
  if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) {
    const isSuper = /^super\b/.test(node.getText());
    if (!isSuper) yield instead(node, ';');
  }
  if (ts.isThrowStatement(node)) yield instead(node, ';');
  if (ts.isPropertyAccessExpression(node) && Object.hasOwn(methods, node.name.text)) {
    yield instead(node.name, methods[node.name.text]);
  }
}

const isOfTypes = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

/** Returns the mutants of a source, each with its position, the original text, and its replacement. */
export function faultsIn(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2023, true);
  const faults = [];
  const visit = (node) => {
    if (isOfTypes(node)) return;
    for (const fault of within(node)) {
      const { line } = source.getLineAndCharacterOfPosition(fault.at);
      faults.push({ line: line + 1, ...fault });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };

/** Compiles a source to JavaScript; returns undefined for invalid syntax. */
export function compiled(text) {
  const { outputText, diagnostics } = ts.transpileModule(text, { compilerOptions, reportDiagnostics: true });
  return diagnostics?.length ? undefined : outputText;
}
