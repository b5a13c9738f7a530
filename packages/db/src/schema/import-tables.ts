import type { Generated } from "kysely";

/** Imports of a device. */
export interface ImportRunTable {
  id: string;
  label: string;
  started_ms: number;
  state: string;
}

/** Imported memos of a device. */
export interface ImportedMemoTable {
  /** Rises in the order of creation. */
  pk: Generated<number>;
  format: string;
  source: string;
  key: string;
  digest: string;
  run: string;
  memo: string;
  /** JSON of ids. */
  files: string;
  state: string;
  updated_ms: number;
}
