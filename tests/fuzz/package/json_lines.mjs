// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines: columns, or the error, are equal for any split of the bytes into pieces.

import { acceptedLater, beginning, getColumns, require } from '../support.mjs';

const inPieces = (bytes, size) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size));
      }
      controller.close();
    },
  });

const object = [...'{"'].map((letter) => letter.charCodeAt(0));

export async function fuzz(data) {
  if (data.length < 3) return;
  const [size] = data;
  const bytes = beginning(data.subarray(1), object);
  const whole = JSON.stringify(await acceptedLater(() => getColumns(bytes)));
  const pieces = await acceptedLater(() => getColumns(inPieces(bytes, 1 + (size % 32))));
  require(JSON.stringify(pieces) === whole, 'pieces of bytes make no difference');
}
