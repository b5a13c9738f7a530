import { parseJson } from "@tidemark/core";
import { withAllStores } from "../../packages/db/tests/all-stores.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoRecord } from "@tidemark/core/model";
import { openDatabase } from "@tidemark/db/node";
import { acceptedSchema } from "./chaos-messages.ts";

export interface Outcome {
  readonly memos: number;
  readonly accepted: number;
  /** Empty when everything holds. */
  readonly violations: readonly string[];
}

/**
 * Looks at everything from outside once it is at rest: the databases are sound (I7), every device
 * has what the server has (I1), nothing waits (I2), and every token of an accepted write is in its
 * memo's text exactly once (I4).
 */
export async function checkOutcome(dir: string, devices: readonly string[]): Promise<Outcome> {
  const violations: string[] = [];
  const server = await readReplica(join(dir, "server"), "server", violations);
  for (const name of devices) {
    const device = await readReplica(join(dir, name), "device", violations);
    for (const id of new Set([...server.keys(), ...device.keys()])) {
      if (server.get(id) === device.get(id)) continue;
      violations.push(`${name} shows ${id} as ${device.get(id)}, the server as ${server.get(id)}`);
    }
  }
  let accepted = 0;
  for (const name of devices) {
    for (const line of readFileSync(join(dir, `${name}.accepted`), "utf8").split("\n")) {
      if (line === "") continue;
      accepted += 1;
      const { memo, token } = parseJson(acceptedSchema, line);
      const times = (server.get(memo) ?? "").split(token).length - 1;
      if (times !== 1) violations.push(`${token} is ${times} times in ${memo}`);
    }
  }
  return { memos: server.size, accepted, violations };
}

/** What a replica shows of each memo, as one text. */
async function readReplica(
  dir: string,
  role: "server" | "device",
  violations: string[],
): Promise<Map<string, string>> {
  await using opened = withAllStores(await openDatabase({ file: join(dir, "tidemark.db"), role }));
  violations.push(...(await opened.quickCheck()).map((finding) => `${dir}: ${finding}`));
  return opened.database.read(async ({ memos, outbox }) => {
    const waiting = await outbox.countPending();
    if (waiting > 0) violations.push(`${dir}: ${waiting} operations wait`);
    const rejected = await outbox.rejected(10);
    for (const row of rejected) violations.push(`${dir}: refused: ${row.error}`);
    const records = await memos.findMany(await memos.idsByOthers(""));
    return new Map(
      records.map((memo) => [
        memo.id,
        JSON.stringify([memo.content, memo.pinned, memo.deletedMs, memo.updatedMs, stampsOf(memo)]),
      ]),
    );
  });
}

/** In one order: objects keep the order in which their keys came. */
function stampsOf({ stamps }: MemoRecord): string[] {
  return Object.entries(stamps)
    .map(([field, stamp]) => `${field}=${stamp}`)
    .toSorted();
}
