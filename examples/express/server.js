// A service that audits posted decisions and answers whether the model passes:
//
//   curl --header 'Content-Type: text/csv' --data-binary @decisions.csv 'http://127.0.0.1:3000/audits?label=outcome&prediction=decision&groups=sex,race'
//
// 200: the model passes; 422: it fails; 400: the file or the query is invalid. Rows are counted as they arrive and are
// not stored.

import express from 'express';
import { auditCsv, FairwasmError, load } from 'fairwasm';
import { obstacles } from './gate.js';

const fair = await load();
const app = express();

app.post('/audits', async (request, response) => {
  const asked = new URL(request.url, 'http://here').searchParams;
  const [label, prediction, groups] = ['label', 'prediction', 'groups'].map((name) => asked.get(name));
  if (!label || !prediction || !groups) {
    response.status(400).json({ error: 'name the columns: ?label=…&prediction=…&groups=…' });
    return;
  }
  const what = { label, prediction, groups: groups.split(',') };
  const hangUp = new AbortController(); // stops if the client disconnects
  response.on('close', () => hangUp.abort());
  const report = await auditCsv(fair, request, what, { signal: hangUp.signal });
  const found = obstacles(report);
  response.status(found.length > 0 ? 422 : 200).json({ obstacles: found, report });
});

/** @type {express.ErrorRequestHandler} */
const answerError = (error, _request, response, next) => {
  if (response.headersSent || response.destroyed) return next();
  // Errors in a file are reported to the sender, with column and row; other errors are internal.
  const isTheirs = error instanceof FairwasmError;
  if (!isTheirs) console.error(error);
  response.status(isTheirs ? 400 : 500).json({ error: isTheirs ? error.message : 'failed' });
};
app.use(answerError);

const [port = '3000'] = process.argv.slice(2);
app.listen(Number(port), '127.0.0.1');
