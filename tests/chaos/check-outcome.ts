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
  /** Empty if every check passes. */
  readonly violations: readonly string[];
}

/** Compared fields of each memo, as one string, by the memo's id. */
export type ShownMemos = ReadonlyMap<string, string>;

/**
 * Checks the database files of the server and all devices after they have settled and stopped. The
 * databases must be sound (I7), every device must have the server's memos (I1), and no operation may be
 * pending (I2). Every token of an accepted write must be in its memo's text exactly once (I4).
 */
export async function checkOutcome(dir: string, devices: readonly string[]): Promise<Outcome> {
  const violations: string[] = [];
  const server = await readReplica(join(dir, "server"), "server", violations);
  violations.push(...(await compareDevices(dir, devices, server)));
  const { accepted, lost } = checkAccepted(dir, devices, server);
  return { memos: server.size, accepted, violations: [...violations, ...lost] };
}

/**
 * Returns the violations (I1, I2, I7) of devices whose folders are in `dir`, compared with the server's
 * memos.
 */
export async function compareDevices(
  dir: string,
  names: readonly string[],
  server: ShownMemos,
): Promise<string[]> {
  const violations: string[] = [];
  for (const name of names) {
    const device = await readReplica(join(dir, name), "device", violations);
    for (const id of new Set([...server.keys(), ...device.keys()])) {
      if (server.get(id) === device.get(id)) continue;
      violations.push(`${name} shows ${id} as ${device.get(id)}, the server as ${server.get(id)}`);
    }
  }
  return violations;
}

/** Checks that every write in each `<name>.accepted` is in its memo exactly once (I4). */
export function checkAccepted(
  dir: string,
  names: readonly string[],
  server: ShownMemos,
): { readonly accepted: number; readonly lost: readonly string[] } {
  const lost: string[] = [];
  let accepted = 0;
  for (const name of names) {
    for (const line of readFileSync(join(dir, `${name}.accepted`), "utf8").split("\n")) {
      if (line === "") continue;
      accepted += 1;
      const { memo, token } = parseJson(acceptedSchema, line);
      const times = (server.get(memo) ?? "").split(token).length - 1;
      if (times !== 1) lost.push(`${token} is ${times} times in ${memo}`);
    }
  }
  return { accepted, lost };
}

/**
 * Reads the memos of the database in `dir`. Adds its corruption, pending and rejected operations to
 * `violations`.
 */
async function readReplica(
  dir: string,
  role: "server" | "device",
  violations: string[],
): Promise<ShownMemos> {
  await using opened = withAllStores(await openDatabase({ file: join(dir, "tidemark.db"), role }));
  violations.push(...(await opened.quickCheck()).map((finding) => `${dir}: ${finding}`));
  return opened.database.read(async ({ memos, outbox }) => {
    const waiting = await outbox.countPending();
    if (waiting > 0) violations.push(`${dir}: ${waiting} operations wait`);
    const rejected = await outbox.rejected(10);
    for (const row of rejected) violations.push(`${dir}: refused: ${row.error}`);
    return shownOf(await memos.findMany(await memos.idsByOthers("")));
  });
}

/** Reduces memos to the fields that the checks compare. */
export function shownOf(records: readonly MemoRecord[]): ShownMemos {
  return new Map(
    records.map((memo) => [
      memo.id,
      JSON.stringify([memo.content, memo.pinned, memo.deletedMs, memo.updatedMs, stampsOf(memo)]),
    ]),
  );
}

/** Sorts the stamps, because the order of an object's keys depends on how it was written. */
function stampsOf({ stamps }: MemoRecord): string[] {
  return Object.entries(stamps)
    .map(([field, stamp]) => `${field}=${stamp}`)
    .toSorted();
}
