import {
  type AppError,
  appError,
  defineMeta,
  type DeviceDatabase,
  err,
  metaForm,
  ok,
  type Result,
} from "@tidemark/core";
import type { Differing, Verification } from "@tidemark/core/router";
import { isMemoOp } from "@tidemark/core/merge";
import { accountKey, bringOwnAnew, reassertSome } from "@tidemark/core/sync/device";
import { z } from "zod";
import { busyError, busyServer } from "../sync/busy-server.ts";
import { compareWithServer, type Unlike } from "../sync/compare-with-server.ts";
import type { Connection } from "./connection.ts";

const schema = z.object({
  /** Server of the comparison. */
  url: z.string(),
  atMs: z.number(),
  memos: z.int(),
  differing: z.int(),
  // Missing in what earlier versions stored.
  unsent: z.int().default(0),
  named: z.array(
    z.object({
      id: z.string(),
      at: z.enum(["here", "server", "both"]),
      snippet: z.string().nullable(),
      // Missing in what earlier versions stored.
      tags: z.array(z.string()).default([]),
    }),
  ),
});

/** Result of the last comparison of this device with its server. */
export const verifiedKey = defineMeta("verified", metaForm.json(schema));

const maxNamed = 20;
/** Number of memos to reassert per transaction; other writes wait for it. */
const assertedAtOnce = 50;

export interface VerifyDeps {
  readonly database: DeviceDatabase;
  readonly connection: Pick<Connection, "session" | "server">;
  readonly nowMs: () => number;
  readonly onChange: () => void;
}

export interface VerifyCopies {
  last(): Promise<Verification | null>;
  verify(): Promise<Result<Verification, AppError>>;
  repair(): Promise<Result<Verification, AppError>>;
}

/** Compares this device with the server, one comparison at a time. */
export function createVerifyCopies(deps: VerifyDeps): VerifyCopies {
  const { database, connection, nowMs } = deps;
  const { session } = connection;
  let running: Promise<Result<Verification, AppError>> | null = null;
  /** All differences of the last comparison. */
  let unlike: readonly Unlike[] = [];

  /** Syncs. Returns true if everything was sent and received. */
  async function syncNow(): Promise<boolean> {
    await session.syncNow();
    if (session.status.state !== "synced") return false;
    return database.read(async ({ outbox }) => (await outbox.pending(1)).length === 0);
  }

  /** Returns the reason why the device isn't fully synced. */
  function whyNot(): AppError {
    const { error, retryAtMs } = session.status;
    if (error?.code !== "server-busy") {
      return appError("FAILED_PRECONDITION", "not everything is synced; try again in a moment");
    }
    const retryAfterMs = retryAtMs === null ? null : Math.max(0, retryAtMs - nowMs());
    return busyError({ ...busyServer, retryAfterMs });
  }

  async function held(): Promise<ReadonlySet<string>> {
    const rows = await database.read(({ outbox }) => outbox.held());
    return new Set(rows.filter(({ op }) => isMemoOp(op)).map(({ op }) => op.entity));
  }

  async function name({ id, here, there }: Unlike): Promise<Differing> {
    const at = there === null ? "here" : here === null ? "server" : "both";
    const heads = here === null ? [] : await database.read(({ memos }) => memos.heads([id]));
    return { id, at, snippet: heads[0]?.snippet ?? null, tags: heads[0]?.tags ?? [] };
  }

  async function compare(): Promise<Result<Verification, AppError>> {
    const url = session.serverUrl;
    const user = await database.read(({ meta }) => meta.get(accountKey));
    if (url === null || user === null || !(await syncNow())) return err(whyNot());
    const compared = await connection.server.compare((ask) =>
      compareWithServer({ database, user, ask, syncNow, held }),
    );
    if (!compared.ok) return compared;
    if (compared.value === "moving") return err(whyNot());
    if (compared.value === "too-old") {
      return err(appError("UNIMPLEMENTED", "the server is too old for a comparison"));
    }
    unlike = compared.value.unlike;
    const verification: Verification = {
      atMs: nowMs(),
      memos: compared.value.alike,
      differing: unlike.length,
      unsent: (await held()).size,
      named: await Promise.all(unlike.slice(0, maxNamed).map(name)),
    };
    await database.write(({ meta }) =>
      meta.set(verifiedKey, { url, ...verification, named: [...verification.named] }),
    );
    deps.onChange();
    return ok(verification);
  }

  function once(
    work: () => Promise<Result<Verification, AppError>>,
  ): Promise<Result<Verification, AppError>> {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    async last() {
      const kept = await database.read(({ meta }) => meta.get(verifiedKey));
      if (kept === null || kept.url !== session.serverUrl) return null;
      const { url: _url, ...verification } = kept;
      return verification;
    },
    verify: () => once(compare),
    repair: () =>
      once(async () => {
        const found = await compare();
        if (!found.ok || unlike.length === 0) return found;
        const own = unlike.filter(({ here }) => here !== null).map(({ id }) => id);
        const user = await database.read(({ meta }) => meta.get(accountKey));
        if (user === null) return err(whyNot());
        // Reasserts the local memos first: restoring from the server deletes those that it lacks.
        for (let at = 0; at < own.length; at += assertedAtOnce) {
          const some = own.slice(at, at + assertedAtOnce);
          await database.write((stores) => reassertSome(stores, some, nowMs()));
        }
        if (!(await syncNow())) return err(whyNot());
        if (unlike.some(({ there }) => there !== null)) {
          await database.write((stores) => bringOwnAnew(stores, user));
        }
        return compare();
      }),
  };
}
