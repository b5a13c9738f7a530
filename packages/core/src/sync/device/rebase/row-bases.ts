import type { z } from "zod";
import type { SyncOp } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { RebasedKind } from "./rebased-kind.ts";

/** Stores each base as one row of JSON by key; for all kinds except memos, which have documents. */
export function rowBases<Row>(
  keyOf: (id: string) => string,
  schema: z.ZodType<Row>,
): Pick<RebasedKind<Row, SyncOp>, "load" | "keep"> {
  return {
    async load({ bases }: DeviceWriteStores, id) {
      const base = await bases.getRow(keyOf(id));
      if (base === undefined) return undefined;
      return { row: base.row === null ? null : schema.parse(base.row) };
    },
    keep: ({ bases }, id, row) => bases.setRow(keyOf(id), row),
  };
}
