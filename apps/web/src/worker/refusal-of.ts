import { OpenDatabaseError } from "@tidemark/db";
import type { Refusal } from "../owner/worker-messages.ts";

/** Returns the reason why opening the database failed. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { reason: "failed", message: String(error) };
  const { message } = error;
  if (error.name === "NoModificationAllowedError") return { reason: "elsewhere", message };
  const isNewer = error instanceof OpenDatabaseError && error.type === "schema-too-new";
  return { reason: isNewer ? "outdated" : "failed", message };
}
