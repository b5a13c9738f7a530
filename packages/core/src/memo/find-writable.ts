import { findReadable, readAccess } from "../access/read-access.ts";
import { entityOf } from "../commit/entity-of.ts";
import { appError, type AppError, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoEntity, MemoRecord } from "../model/memo.ts";
import type { WriteStores } from "../stores/database.ts";

/** Returns the memo with its document if the caller may change it. Errors: 404 before 403. */
export async function findWritable(
  stores: WriteStores,
  caller: Caller,
  id: string,
  showDeleted: boolean,
): Promise<Result<{ record: MemoRecord; entity: MemoEntity }, AppError>> {
  const record = await findReadable(stores.memos, readAccess(caller), id, showDeleted);
  if (record === null) return err(notFound());
  if (record.creator !== caller.name) return err(denied());
  return ok({ record, entity: await entityOf(stores, record) });
}

export function denied(): AppError {
  return appError("PERMISSION_DENIED", "only its creator may do this");
}
