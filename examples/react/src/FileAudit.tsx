// Audits the file that is dropped or chosen, in a worker: the page stays responsive, and the file stays on the machine.

import type { DragEvent } from 'react';
import { GroupTable } from './GroupTable.js';
import type { Columns } from './messages.js';
import { useAudit } from './useAudit.js';

export function FileAudit({ columns }: { columns: Columns }) {
  const { audit, start, cancel } = useAudit(columns);
  const take = (file: File | undefined) => file && start(file);
  const drop = (event: DragEvent) => {
    event.preventDefault(); // or the browser would open the file
    take(event.dataTransfer.files[0]);
  };
  return (
    <section>
      <label onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        A CSV or Parquet file, chosen or dropped here:{' '}
        <input type="file" onChange={({ target }) => take(target.files?.[0])} />
      </label>
      {audit.state === 'reading' && (
        <p>
          <progress aria-label="Read so far" value={audit.fraction} />{' '}
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
      {audit.state === 'failed' && <p role="alert">{audit.message}</p>}
      {audit.state === 'done' && <GroupTable report={audit.report} />}
    </section>
  );
}
