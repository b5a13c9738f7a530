import { parseJson } from "@tidemark/core";
import { Client } from "pg";
import { copyDatabase } from "../../../../../scripts/postgres/copy-database.ts";
import { z } from "zod";
import { asAlice } from "./as-alice.ts";

/** Database that can be saved and restored while programs use it. */
export interface CopiedDatabase extends AsyncDisposable {
  save(): Promise<void>;
  /** Replaces the database with the saved copy. Closes all connections. */
  putBack(): Promise<void>;
  /** Replaces the database with an empty one. */
  empty(): Promise<void>;
}

/** Wraps the database at `url`, whose user must be able to create databases. */
export async function copiedDatabase(url: string): Promise<CopiedDatabase> {
  const name = new URL(url).pathname.slice(1);
  const saved = `${name}_saved`;
  const elsewhere = new URL(url);
  elsewhere.pathname = "postgres";
  const admin = new Client(elsewhere.href);
  await admin.connect();
  return {
    async save() {
      await admin.query(`DROP DATABASE IF EXISTS ${saved} WITH (FORCE)`);
      await copyDatabase(admin, name, saved);
    },
    async putBack() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await copyDatabase(admin, saved, name);
    },
    async empty() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`CREATE DATABASE ${name}`);
    },
    async [Symbol.asyncDispose]() {
      await admin.query(`DROP DATABASE IF EXISTS ${saved} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Sync state of a device between requests. */
export interface Asker {
  epoch: string;
  seen: string | null;
}

/** Sends the first request of a new device. */
export async function firstAsk(url: string): Promise<Asker> {
  const asker: Asker = { epoch: await epochAt(url), seen: null };
  await askAt(url, asker);
  return asker;
}

/** Pulls once. Returns true if the server has a new epoch, which the device then adopts. */
export async function askAt(url: string, asker: Asker): Promise<boolean> {
  const { epoch, seen } = asker;
  const body = { epoch, cursors: {}, maxBytes: 1000, ...(seen !== null && { seen }) };
  const { type, ...answer } = await call(url, "pull", body);
  if (type === "epoch-mismatch") {
    Object.assign(asker, { epoch: answer["epoch"], seen: null });
    return true;
  }
  if (type !== "page") throw new Error(`answered by ${String(type)}`);
  asker.seen = String(answer["seen"]);
  return false;
}

export async function epochAt(url: string): Promise<string> {
  return String((await call(url, "hello"))["epoch"]);
}

const answerSchema = z.object({
  result: z.object({ data: z.record(z.string(), z.unknown()) }),
});

/** Sends a sync call, and retries if the server's database connection had been closed. */
async function call(url: string, name: string, body?: object): Promise<Record<string, unknown>> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { headers } = await asAlice(url);
      const reply = await fetch(`${url}/sync/${name}`, {
        headers: { ...headers, "content-type": "application/json" },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`answered by ${reply.status}: ${await reply.text()}`);
      return parseJson(answerSchema, await reply.text()).result.data;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}
