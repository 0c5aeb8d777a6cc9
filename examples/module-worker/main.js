// The page: passes the audit to a worker and shows the result.

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => {
  document.querySelector('output')?.append(data);
});
worker.postMessage({
  label: [1, 0, 1, 0, 1, 0, 1, 0],
  prediction: [1, 1, 1, 1, 0, 0, 1, 0],
  sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
});
