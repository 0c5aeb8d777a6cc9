// Messages between the page and its worker.

import type { Report } from 'fairwasm';

export interface Columns {
  label: string;
  prediction: string;
  groups: string[];
}

/** The request for an audit. */
export interface Request {
  file: File;
  columns: Columns;
}

/** The replies: progress, and finally one of the other two. */
export type Reply =
  | { state: 'reading'; fraction: number }
  | { state: 'done'; report: Report }
  | { state: 'failed'; message: string };
