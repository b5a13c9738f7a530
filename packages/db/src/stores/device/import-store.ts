import type { ImportedMemo, ImportRun, ImportStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { ImportedMemoTable, ImportRunTable } from "../../schema/import-tables.ts";
import { readStrings } from "../../schema/own-rows.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

export function createImportStore(db: Kysely<Tables>): ImportStore {
  return {
    saveRun: async ({ id, label, startedMs, state }) => {
      const values = { label, started_ms: startedMs, state };
      await db
        .insertInto("import_run")
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
    findRun: async (id) => {
      const row = await db
        .selectFrom("import_run")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : runOf(row);
    },
    runs: async (limit) => {
      const rows = await db
        .selectFrom("import_run")
        .selectAll("import_run")
        .select((builder) =>
          builder
            .selectFrom("imported_memo")
            .select(builder.fn.countAll<number>().as("count"))
            .whereRef("imported_memo.run", "=", "import_run.id")
            .where("imported_memo.state", "!=", "begun")
            .as("memos"),
        )
        .orderBy("started_ms", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...runOf(row), memos: Number(row.memos ?? 0) }));
    },
    save: async ({ files, updatedMs, ...same }) => {
      const values = { ...same, files: JSON.stringify(files), updated_ms: updatedMs };
      await db
        .insertInto("imported_memo")
        .values(values)
        .onConflict((conflict) => conflict.columns(["format", "source", "key"]).doUpdateSet(values))
        .execute();
    },
    among: async ({ format, source }, keys) => {
      const found = new Map<string, ImportedMemo>();
      for (const some of chunk(keys)) {
        const rows = await db
          .selectFrom("imported_memo")
          .selectAll()
          .where("format", "=", format)
          .where("source", "=", source)
          .where("key", "in", some)
          .execute();
        for (const row of rows) found.set(row.key, importedOf(row));
      }
      return found;
    },
    alike: async (format, memos) => {
      const digests = new Map(memos.map(({ key, digest }) => [key, digest]));
      const found = new Map<string, ImportedMemo>();
      for (const some of chunk([...digests.keys()])) {
        const rows = await db
          .selectFrom("imported_memo")
          .selectAll()
          .where("format", "=", format)
          .where("key", "in", some)
          .where("state", "!=", "begun")
          .orderBy("pk", "desc")
          .execute();
        // The oldest of several wins.
        for (const row of rows) {
          if (row.digest === digests.get(row.key)) found.set(row.key, importedOf(row));
        }
      }
      return found;
    },
    ofRun: async (run, before, limit) => {
      let query = db.selectFrom("imported_memo").selectAll().where("run", "=", run);
      if (before !== null) {
        query = query.where("pk", "<", (sub) =>
          sub
            .selectFrom("imported_memo")
            .select("pk")
            .where("memo", "=", before)
            .where("run", "=", run),
        );
      }
      const rows = await query.orderBy("pk", "desc").limit(limit).execute();
      return rows.map(importedOf);
    },
    settle: async (memos) => {
      for (const some of chunk(memos)) {
        await db
          .updateTable("imported_memo")
          .set({ state: "done" })
          .where("memo", "in", some)
          .where("state", "=", "made")
          .execute();
      }
    },
    remove: async ({ format, source, key }) => {
      await db
        .deleteFrom("imported_memo")
        .where("format", "=", format)
        .where("source", "=", source)
        .where("key", "=", key)
        .execute();
    },
  };
}

function runOf({ id, label, started_ms: startedMs, state }: Selectable<ImportRunTable>): ImportRun {
  return { id, label, startedMs, state: oneOf(state, ["begun", "done", "undone"]) };
}

function importedOf(row: Selectable<ImportedMemoTable>): ImportedMemo {
  const { pk: _pk, files, updated_ms: updatedMs, state, ...same } = row;
  return {
    ...same,
    files: readStrings(files),
    state: oneOf(state, ["begun", "made", "done"]),
    updatedMs,
  };
}

function oneOf<T extends string>(value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Error(`an import is in a state that is unknown: ${value}`);
  return found;
}
