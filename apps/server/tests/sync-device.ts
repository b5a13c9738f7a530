import { parseJson } from "@tidemark/core";
import { createTRPCClient, httpLink } from "@trpc/client";
import type { SyncRouter } from "@tidemark/core/router";
import { pushResponseSchema } from "@tidemark/core/sync/protocol";
import { z } from "zod";
import { password, type HttpServer } from "./http-server.ts";
import { userScope } from "@tidemark/core/model";
import { userName } from "@tidemark/core/names";

/** Result of one pushed operation. */
export interface Pushed {
  readonly code: string;
  readonly reason?: string | undefined;
  readonly row: Record<string, unknown> | null;
}

export type PushedOp = { kind: string; entity: string } & Record<string, unknown>;

/** Device that can send arbitrary values in the sync protocol. */
export interface SyncDevice {
  /** Pushes one operation unchanged and returns its result. */
  push(op: PushedOp): Promise<Pushed>;
  /** Pushes a batch and returns the results, possibly fewer than operations. */
  pushAll(ops: readonly PushedOp[]): Promise<readonly Pushed[]>;
  /** Pulls all rows of the user's own scope. */
  pull(): Promise<readonly Record<string, unknown>[]>;
  snapshot(): Promise<readonly Record<string, unknown>[]>;
}

const pushAnswer = z.object({ result: z.object({ data: pushResponseSchema }) });

let devices = 0;

export async function openSyncDevice(server: HttpServer, username: string): Promise<SyncDevice> {
  const connect = (headers: Record<string, string> = {}) =>
    createTRPCClient<SyncRouter>({ links: [httpLink({ url: `${server.url}/sync`, headers })] });
  const { token } = await connect().signIn.mutate({ username, password, device: "Laptop" });
  const calls = connect({ authorization: `Bearer ${token}` });
  const { epoch } = await calls.hello.query();
  const scope = userScope(userName(username));
  devices += 1;
  const streamId = `stream-of-${username}-${devices}`;
  let n = 0;
  const rowsOf = (changes: readonly { op: string; row?: unknown }[]) =>
    changes.filter(({ op }) => op === "up").map(({ row }) => row as Record<string, unknown>);
  const pushAll: SyncDevice["pushAll"] = async (given) => {
    const ops = given.map((op, i) => ({ n: n + 1 + i, op }));
    // Writes the JSON by hand, because JSON.stringify fails on deeply nested values.
    const body = JSON.stringify({ epoch, streamId, clientNowMs: server.clock.nowMs, ops });
    const response = await fetch(`${server.url}/sync/push`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body.replaceAll(/"nested (\d+)"/g, (_, depth) => nestedJson(Number(depth))),
    });
    if (response.status !== 200) throw new Error(`the push was answered by ${response.status}`);
    const { result } = parseJson(pushAnswer, await response.text());
    const { data } = result;
    if (data.type !== "results") throw new Error(`the push was answered by ${data.type}`);
    n += data.results.length;
    return data.results;
  };
  return {
    pushAll,
    async push(op) {
      const [result] = await pushAll([op]);
      if (result === undefined) throw new Error("the push has no result");
      return result;
    },
    async pull() {
      const page = await calls.pull.mutate({
        epoch,
        cursors: { [scope]: 0 },
        maxBytes: 16_000_000,
      });
      if (page.type !== "page") throw new Error(`the pull was answered by ${page.type}`);
      return rowsOf(page.changes);
    },
    async snapshot() {
      const asked = { epoch, scope, after: null, recentFirst: false, maxBytes: 16_000_000 };
      const page = await calls.snapshot.mutate(asked);
      if (page.type !== "page") throw new Error(`the snapshot was answered by ${page.type}`);
      return rowsOf(page.changes);
    },
  };
}

/** Returns a placeholder for objects nested `depth` deep. */
export function nested(depth: number): string {
  return `nested ${depth}`;
}

function nestedJson(depth: number): string {
  return `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
}

/** Returns a stamp for a time; later times give greater stamps. */
export function stampAt(ms: number, node = "hostile"): string {
  return `${ms.toString(16).padStart(12, "0")}-0000-${node}`;
}

/** Returns an assertion of a whole memo. */
export function assertedMemo(
  id: string,
  atMs: number,
  { parent = null, content = "a word", visibility = "PUBLIC", ...more }: Record<string, unknown>,
) {
  return {
    kind: "memo.put",
    entity: id,
    stamp: stampAt(atMs),
    creator: "users/bob",
    parent,
    fields: {
      state: "NORMAL",
      visibility,
      pinned: false,
      space: null,
      deletedMs: null,
      location: null,
      createdMs: atMs,
      updatedMs: atMs,
    },
    stamps: { "*": stampAt(atMs) },
    text: { gen: 1, content },
    elements: [],
    ...more,
  };
}
