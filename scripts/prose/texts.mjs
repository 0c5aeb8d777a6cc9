// The prose of a file: paragraphs of Markdown; comments and strings of TypeScript, JavaScript, and C++.

import ts from 'typescript';

/** Returns every text of a file as `{ line, text }`; consecutive lines of a text are joined by blanks. */
export function getTexts(path, source) {
  if (path.endsWith('.md')) return paragraphs(source);
  return /\.[ch]pp$/.test(path) ? textsOfCpp(source) : textsOfTypeScript(path, source);
}

const lineAt = (source, position) => source.slice(0, position).split('\n').length;

const withoutCode = (text) => text.replace(/`[^`]*`/g, '`code`').replace(/\]\([^)]*\)/g, ']');

function paragraphs(source) {
  const blank = (text) => text.replace(/[^\n]/g, '');
  const text = source.replace(/^( *)```.*?^\1```/gms, blank).replace(/<!--.*?-->/gs, blank);
  return [...text.matchAll(/(?:^(?!\s*$).*\n?)+/gm)].flatMap(({ 0: paragraph, index }) => {
    const line = lineAt(text, index);
    // Each row of a table and each entry of a list is a separate text.
    return paragraph
      .split(/\n(?=\s*(?:[-*|#]|\d+\.) ?)/)
      .reduce(
        ({ texts, at }, part) => ({
          texts: [...texts, { line: at, text: withoutCode(part.replace(/\s+/g, ' ')) }],
          at: at + part.split('\n').length,
        }),
        { texts: [], at: line },
      ).texts;
  });
}

const isProse = (text) => /[a-z]{2,} [a-z(“"'`]/.test(text);

function comment(source, start, end) {
  const text = source
    .slice(start, end)
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(?:\/\/[/!<]*|\*)[ ]?/gm, '')
    .replace(/```.*?```/gs, ' ')
    .replace(/@example[^@]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { line: lineAt(source, start), text: withoutCode(text) };
}

// Comments in consecutive lines are one text.
function joined(source, ranges) {
  const all = [];
  for (const { pos, end } of ranges) {
    const last = all.at(-1);
    const isNext = last && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, pos));
    if (isNext && source.startsWith('//', pos)) last.end = end;
    else all.push({ pos, end });
  }
  return all.map(({ pos, end }) => comment(source, pos, end));
}

function textsOfTypeScript(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const comments = new Map();
  const strings = [];
  const visit = (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ];
    for (const range of ranges) comments.set(range.pos, range);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      strings.push({ line: lineAt(source, node.getStart()), text: node.text });
    } else if (ts.isTemplateExpression(node)) {
      const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      strings.push({ line: lineAt(source, node.getStart()), text: text.map((part) => part.text).join('…') });
    }
    node.getChildren().forEach(visit);
  };
  visit(file);
  const ranges = [...comments.values()].sort((a, b) => a.pos - b.pos);
  return [...joined(source, ranges), ...strings].filter(({ text }) => isProse(text));
}

function textsOfCpp(source) {
  const tokens = [
    ...source.matchAll(/\/\/[^\n]*|\/\*.*?\*\/|R"\((.*?)\)"|"((?:\\.|[^"\\\n])*)"|'(?:\\.|[^'\\\n])+'/gs),
  ];
  const comments = tokens.filter(([token]) => token.startsWith('/'));
  const ranges = comments.map(({ 0: token, index }) => ({ pos: index, end: index + token.length }));
  const strings = tokens
    .filter(([token]) => /^R?"/.test(token))
    .map((token) => ({ line: lineAt(source, token.index), text: token[1] ?? token[2] }));
  return [...joined(source, ranges), ...strings].filter(({ text }) => isProse(text));
}
