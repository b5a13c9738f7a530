import { type AppError, ok, type Result, type ServerDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { Caller } from "@tidemark/core/model";
import { userName } from "@tidemark/core/names";
import type { UserService } from "@tidemark/core/user";
import type { ExportReport } from "@tidemark/transfer";

/** Parts of a server that an export needs. */
export interface ExportDeps {
  readonly database: ServerDatabase;
  readonly users: Pick<UserService, "beginExport">;
  readonly blobs: Pick<BlobStore, "open" | "has">;
}

/** Export of an account's memos that is made while it is read. */
export interface AccountExport {
  readonly username: string;
  /** Zip of Markdown and files. Fails if the export does. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Rejects if the export fails, or if nobody reads it to its end. */
  readonly report: Promise<ExportReport>;
}

/**
 * Exports an account's memos as a zip of Markdown with their files, in the app's format, for the user and administrators.
 * Memos and files are read one batch at a time, as fast as the zip is read.
 */
export async function exportAccount(
  { database, users, blobs }: ExportDeps,
  caller: Caller,
  user: string,
): Promise<Result<AccountExport, AppError>> {
  const begun = await users.beginExport(caller, user);
  if (!begun.ok) return begun;
  const { username } = begun.value;
  // Imported lazily: most servers export nothing.
  const { exportMemos } = await import("@tidemark/transfer");
  const { openZipPipe } = await import("@tidemark/transfer/node");
  const { sink, body, left } = openZipPipe();
  const write = async (): Promise<ExportReport> => {
    await using held = sink;
    const owner = async () => ({ name: userName(username) });
    const target = { memoDeps: { database }, caller: owner, blobs };
    return await exportMemos(target, held, { signal: left });
  };
  return ok({ username, body, report: write() });
}
