// The page: one component, for files with the columns that it is told.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FileAudit } from './FileAudit.js';

const columns = { label: 'outcome', prediction: 'decision', groups: ['sex'] };

createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <h1>Who is selected how often?</h1>
    <FileAudit columns={columns} />
  </StrictMode>,
);
