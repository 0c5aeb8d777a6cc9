// SPDX-License-Identifier: Apache-2.0
//
// Arrow files and streams that nobody wrote, or somebody changed: read to their end, or refused.

import { acceptedLater, beginning, columnsOf } from '../support.mjs';

const file = [...'ARROW1'].map((letter) => letter.charCodeAt(0));
const stream = [0xff, 0xff, 0xff, 0xff];

export async function fuzz(data) {
  if (data.length === 0) return;
  const [kind] = data;
  const bytes = beginning(data.subarray(1), kind % 2 === 0 ? file : stream);
  await acceptedLater(() => columnsOf(bytes));
}
