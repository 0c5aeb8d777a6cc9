// SPDX-License-Identifier: Apache-2.0
//
// Apache Arrow vectors whose `toArray()` returns raw bits instead of values: half-precision numbers, decimals, dates
// and times, and vectors with nulls.

import { invalid } from '../core/error.js';
import type { Value } from './value.js';

interface ArrowType {
  typeId: number;
  precision?: number;
  scale?: number;
  dictionary?: ArrowType;
}

interface ArrowVector extends Iterable<unknown> {
  type: ArrowType;
  length: number;
  nullCount?: number;
}

// Type ids of Arrow's format (Schema.fbs) and of its JavaScript library.
const typeIds = { float: 3, decimal: 7, date: 8, timestamp: 10 } as const;
const halfPrecision = 0;

function isVector(column: object): column is ArrowVector {
  const { type } = column as Partial<ArrowVector>;
  return typeof type === 'object' && typeof type?.typeId === 'number' && Symbol.iterator in column;
}

/** Returns the values of an Arrow vector that must be read one by one; undefined for other columns. */
export function arrowValues(column: object, name: string): Value[] | undefined {
  const hasNulls = ((column as { nullCount?: number }).nullCount ?? 0) > 0;
  if (!isVector(column)) return hasNulls && Symbol.iterator in column ? [...(column as Iterable<Value>)] : undefined;
  const { typeId, precision, scale = 0 } = column.type.dictionary ?? column.type;
  switch (typeId) {
    case typeIds.date:
    case typeIds.timestamp:
      return Array.from(column, (time) => (time === null ? null : new Date(Number(time))));
    case typeIds.decimal:
      return Array.from(column, (words) => decimalText(words, scale, name));
    case typeIds.float:
      return hasNulls || precision === halfPrecision ? [...(column as Iterable<Value>)] : undefined;
    default:
      return hasNulls ? [...(column as Iterable<Value>)] : undefined;
  }
}

// 32-bit words of a two's complement number, least significant first.
function decimalText(words: unknown, scale: number, argument: string): string | null {
  if (words === null) return null;
  if (!(words instanceof Uint32Array)) {
    throw invalid(argument, 'decimals of 128 or 256 bits; cast the column to Float64', 'others');
  }
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const number = BigInt.asIntN(words.length * 32, unsigned);
  const digits = String(number < 0n ? -number : number).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale > 0 ? `.${digits.slice(point)}` : '';
  return `${number < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}
