import { ok, type Result } from "@tidemark/core";
import { type DataFolder, holderInWords, openDataFolder } from "@tidemark/db/node";
import { type StartError, startRefused } from "./start-error.ts";

/** Claims a data folder for this process. */
export async function claimFolder(data: string): Promise<Result<DataFolder, StartError>> {
  const folder = await openDataFolder(data);
  if (folder.ok) return ok(folder.value);
  const { error } = folder;
  return startRefused(
    error.type === "folder-in-use"
      ? `${error.path} is in use by ${holderInWords(error.pid)}`
      : `${error.path} cannot be used: ${error.reason}`,
  );
}
