import type { OpenServerDatabase } from "@tidemark/db";
import { Client } from "pg";
import { copyDatabase } from "../../../scripts/postgres/copy-database.ts";
import type { Instance } from "../../db/tests/sync/instance.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { tempPostgresSchema } from "./postgres-database.ts";

export async function openPostgresInstance(): Promise<Instance> {
  const temp = await tempPostgresSchema();
  const name = new URL(temp.url).pathname.slice(1);
  const elsewhere = new URL(temp.url);
  elsewhere.pathname = "postgres";
  const admin = new Client(elsewhere.href);
  await admin.connect();
  const opened: OpenServerDatabase[] = [];
  const copies: string[] = [];
  return {
    async open() {
      const open = await openPostgres({ url: temp.url, onListenerError: () => undefined });
      opened.push(open);
      return { ...open, leave: () => open.close() };
    },
    async save() {
      const saved = `${name}_${copies.length}`;
      await copyDatabase(admin, name, saved);
      copies.push(saved);
      return saved;
    },
    async restore(saved) {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await copyDatabase(admin, saved, name);
    },
    async [Symbol.asyncDispose]() {
      for (const open of opened) await open.close();
      for (const saved of copies) await admin.query(`DROP DATABASE ${saved} WITH (FORCE)`);
      await admin.end();
      await temp[Symbol.asyncDispose]();
    },
  };
}
