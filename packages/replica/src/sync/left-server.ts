import { defineMeta, metaForm, type MetaStore } from "@tidemark/core";
import { z } from "zod";
import { accountKey, serverUrlKey } from "@tidemark/core/sync/device";
import { serverTokenKey, syncPausedKey } from "./session-keys.ts";
import { usernameOf } from "@tidemark/core/names";

const lastUrlKey = defineMeta("last_server_url", metaForm.text);

/** How long a profile that left its server can take that back, in ms. */
export const undoLeavingMs = 2 * 60_000;

const leftSchema = z.object({
  url: z.string(),
  /** null: its session had ended already. */
  token: z.string().nullable(),
  isPaused: z.boolean(),
  leftMs: z.number(),
});
export const leftKey = defineMeta("left_server", metaForm.json(leftSchema));

/** A server that was left just now: what it takes to come back, or to end the session there. */
export type LeftServer = z.infer<typeof leftSchema>;

/** A session of a device that nobody uses ends by itself after so long. */
const unusedSessionMs = 30 * 24 * 60 * 60_000;

const endingSchema = z.array(z.object({ url: z.string(), token: z.string(), leftMs: z.number() }));
export const endingKey = defineMeta("ending_sessions", metaForm.json(endingSchema));

/** A session at a server that was given up, which is to be ended there. */
export type EndingSession = z.infer<typeof endingSchema>[number];

type Meta = Pick<MetaStore, "get" | "set">;

/** Takes the profile's server away and remembers it; null where it has none. */
export async function leaveServer(meta: Meta, leftMs: number): Promise<LeftServer | null> {
  const url = await meta.get(serverUrlKey);
  if (url === null) return null;
  const token = await meta.get(serverTokenKey);
  const isPaused = (await meta.get(syncPausedKey)) === true;
  const left = { url, token, isPaused, leftMs };
  await meta.set(serverUrlKey, null);
  await meta.set(serverTokenKey, null);
  await meta.set(leftKey, left);
  await meta.set(lastUrlKey, url);
  return left;
}

/** The server that was left and not yet given up. */
export function leftServer(meta: Pick<Meta, "get">): Promise<LeftServer | null> {
  return meta.get(leftKey);
}

/** Gives the profile its server back; false when it was given up, or there is another one. */
export async function returnToServer(meta: Meta, nowMs: number): Promise<boolean> {
  const left = await leftServer(meta);
  if (left === null || nowMs - left.leftMs >= undoLeavingMs) return false;
  if ((await meta.get(serverUrlKey)) !== null) return false;
  await meta.set(serverUrlKey, left.url);
  await meta.set(serverTokenKey, left.token);
  await meta.set(syncPausedKey, left.isPaused ? true : null);
  await meta.set(leftKey, null);
  return true;
}

/**
 * Gives it up: it cannot be come back to. What it gives are all sessions that are to be ended and of
 * which no server has said that they are; `sessionEnded` takes one out.
 */
export async function giveUpServer(meta: Meta, nowMs: number): Promise<readonly EndingSession[]> {
  const before = await endingSessions(meta);
  const left = await leftServer(meta);
  const given =
    left === null || left.token === null
      ? []
      : [{ url: left.url, token: left.token, leftMs: left.leftMs }];
  if (left !== null) await meta.set(leftKey, null);
  const ending = [...before, ...given].filter(({ leftMs }) => nowMs - leftMs < unusedSessionMs);
  if (left !== null || ending.length < before.length) await setEnding(meta, ending);
  return ending;
}

export async function endingSessions(meta: Pick<Meta, "get">): Promise<readonly EndingSession[]> {
  return (await meta.get(endingKey)) ?? [];
}

/** Takes note of one more session that is to be ended. */
export async function endLater(meta: Meta, session: EndingSession): Promise<void> {
  await setEnding(meta, [...(await endingSessions(meta)), session]);
}

/** Forgets one session; what was given up meanwhile stays. */
export async function sessionEnded(meta: Meta, { token }: EndingSession): Promise<void> {
  const ending = await endingSessions(meta);
  await setEnding(
    meta,
    ending.filter((each) => each.token !== token),
  );
}

function setEnding(meta: Meta, ending: readonly EndingSession[]): Promise<void> {
  return meta.set(endingKey, ending.length === 0 ? null : [...ending]);
}

/** Where the profile was connected last, to be offered where one connects again. */
export async function lastServer(
  meta: Pick<Meta, "get">,
): Promise<{ readonly url: string; readonly username: string } | null> {
  const url = await meta.get(lastUrlKey);
  const account = await meta.get(accountKey);
  if (url === null || account === null) return null;
  return { url, username: usernameOf(account) };
}
