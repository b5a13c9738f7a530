import { OpenDatabaseError } from "@tidemark/db";
import { type DataFolderError, holderInWords } from "@tidemark/db/node";
import { StartRefused } from "./start-refused.ts";

export function folderRefused(error: DataFolderError): StartRefused {
  switch (error.type) {
    case "folder-in-use":
      return new StartRefused(`${error.path} is in use by ${holderInWords(error.pid)}`);
    case "folder-unwritable":
      return new StartRefused(`cannot use the data folder ${error.path}: ${error.reason}`);
  }
}

/** Converts an error from opening a database into a refusal; null for other errors. */
export function databaseRefused(error: unknown): StartRefused | null {
  if (!(error instanceof OpenDatabaseError)) return null;
  return new StartRefused(error.message.replaceAll(/\s*\n\s*/g, " "));
}

/** Converts a listener's error into a refusal; null for other errors. */
export function portRefused(error: unknown, port: number): StartRefused | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  if (error.code === "EADDRINUSE") {
    return new StartRefused(`port ${port} is taken; choose another with --port`);
  }
  if (error.code === "EACCES") {
    return new StartRefused(`port ${port} needs more rights; choose another with --port`);
  }
  return null;
}
