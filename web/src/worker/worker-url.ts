// SPDX-License-Identifier: Apache-2.0
//
// The address of the worker that answers requests. The application sets it before it loads anything else, so this is a
// separate file.

let url: string;

export const workerUrl = (): string => url;

export function useWorker(address: string): void {
  url = address;
}
