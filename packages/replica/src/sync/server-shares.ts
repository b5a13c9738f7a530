import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import type { MemoShares, ShareLink } from "@tidemark/core/router";
import type { WireShare } from "@tidemark/core/sync/protocol";
import { refusalIn, type SyncClient } from "./sync-client.ts";

interface AskedServer {
  readonly client: Pick<SyncClient, "shares" | "createShare" | "revokeShare">;
  readonly serverUrl: string;
}

/** Returns a memo's links on the server. Rejects if it can't be reached. */
export async function listShares(
  { client, serverUrl }: AskedServer,
  memo: string,
): Promise<MemoShares> {
  try {
    const answer = await client.shares(memo);
    if (answer === null) return { state: "old-server" };
    const links = answer.shares.map((share) => toLink(share, answer.publicUrl ?? serverUrl));
    return { state: "listed", links };
  } catch (error) {
    if (refusalIn(error)?.code !== "NOT_FOUND") throw error;
    return { state: "not-sent" };
  }
}

/** Creates a link. Rejects if the server can't be reached. */
export async function createShare(
  { client, serverUrl }: AskedServer,
  memo: string,
  expiresMs: number | null,
): Promise<Result<ShareLink, AppError>> {
  try {
    const made = await client.createShare(memo, expiresMs);
    if (made === null) return err(tooOld);
    const [share] = made.shares;
    if (share === undefined) throw new Error("the server created no link");
    return ok(toLink(share, made.publicUrl ?? serverUrl));
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    return err(refusal);
  }
}

/** Revokes a link; an unknown one has already ended. Rejects if the server can't be reached. */
export async function revokeShare(
  { client }: AskedServer,
  memo: string,
  token: string,
): Promise<Result<null, AppError>> {
  try {
    return (await client.revokeShare(memo, token)) ? ok(null) : err(tooOld);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    return refusal.code === "NOT_FOUND" ? ok(null) : err(refusal);
  }
}

const tooOld = appError("FAILED_PRECONDITION", "This server is too old to share memos from here.");

function toLink({ token, createdMs, expiresMs }: WireShare, base: string): ShareLink {
  const url = `${base.replace(/\/+$/, "")}/s/${encodeURIComponent(token)}`;
  return { token, url, createdMs, expiresMs };
}
