// SPDX-License-Identifier: Apache-2.0
//
// Random or changed Arrow files and streams: read to their end, or rejected.

import { acceptedLater, beginning, getColumns } from '../support.mjs';

const file = [...'ARROW1'].map((letter) => letter.charCodeAt(0));
const stream = [0xff, 0xff, 0xff, 0xff];

export async function fuzz(data) {
  if (data.length === 0) return;
  const [kind] = data;
  const bytes = beginning(data.subarray(1), kind % 2 === 0 ? file : stream);
  await acceptedLater(() => getColumns(bytes));
}
