// SPDX-License-Identifier: Apache-2.0
//
// What format a table is in, by what it says of itself; names of files can be anything.

const parquetMagic = 'PAR1';

export const isParquet = async (file: Blob): Promise<boolean> =>
  (await file.slice(0, parquetMagic.length).text()) === parquetMagic;
