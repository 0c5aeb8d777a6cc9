// What the page and its worker say to each other.

import type { Report } from 'fairwasm';

export interface Columns {
  label: string;
  prediction: string;
  groups: string[];
}

/** What the worker is asked for. */
export interface Request {
  file: File;
  columns: Columns;
}

/** What it answers: how far it is, and in the end one of the other two. */
export type Reply =
  | { state: 'reading'; fraction: number }
  | { state: 'done'; report: Report }
  | { state: 'failed'; message: string };
