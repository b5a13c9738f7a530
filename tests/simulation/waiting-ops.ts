import type { SyncOp } from "@tidemark/core/merge";
import type { ReplicaFile } from "./replica-file.ts";

const read = new WeakMap<ReplicaFile, { readonly version: number; readonly ops: SyncOp[] }>();

/** Returns the pending and held operations of a device. Cached until the next write. */
export async function waitingIn(file: ReplicaFile): Promise<readonly SyncOp[]> {
  const version = file.version();
  const known = read.get(file);
  if (known?.version === version) return known.ops;
  const ops = await file.peek.read(async ({ outbox }) =>
    [...(await outbox.pending(10_000)), ...(await outbox.held())].map(({ op }) => op),
  );
  read.set(file, { version, ops });
  return ops;
}
