import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { SqlValue } from "../../sql/connection.ts";

/** Returns the value of a column in the current row of a statement. */
export type ColumnReader = (statement: number, column: number) => SqlValue;

/** Texts up to this size, in bytes, are read without the decoder if they are ASCII. */
const maxShortText = 32;

/**
 * Returns a reader of columns over SQLite's own functions: the library's `get` takes five times as long. An
 * integer is a number if it is exact as one, otherwise a bigint.
 */
export function readColumns({ capi, wasm }: Sqlite3Static): ColumnReader {
  const { sqlite3_column_type: typeOf, sqlite3_column_bytes: bytesOf } = wasm.exports;
  const { sqlite3_column_text: textOf, sqlite3_column_blob: blobOf } = wasm.exports;
  const { sqlite3_column_double: doubleOf, sqlite3_column_int64: integerOf } = wasm.exports;
  const decoder = new TextDecoder();

  function text(statement: number, column: number): string {
    // The text comes first: its conversion to UTF-8 may change the size.
    const at = textOf(statement, column);
    const size = bytesOf(statement, column);
    const heap = wasm.heap8u();
    if (size <= maxShortText) {
      let short = "";
      let i = at;
      const end = at + size;
      for (; i < end && heap[i]! < 0x80; i += 1) short += String.fromCharCode(heap[i]!);
      if (i === end) return short;
    }
    return decoder.decode(heap.subarray(at, at + size));
  }

  return (statement, column) => {
    switch (typeOf(statement, column)) {
      case capi.SQLITE_TEXT:
        return text(statement, column);
      case capi.SQLITE_INTEGER: {
        const value = doubleOf(statement, column);
        return Number.isSafeInteger(value) ? value : integerOf(statement, column);
      }
      case capi.SQLITE_FLOAT:
        return doubleOf(statement, column);
      case capi.SQLITE_BLOB: {
        const at = blobOf(statement, column);
        return wasm.heap8u().slice(at, at + bytesOf(statement, column));
      }
      default:
        return null;
    }
  };
}
