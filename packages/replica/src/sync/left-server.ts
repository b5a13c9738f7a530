import { defineMeta, metaForm, type MetaStore } from "@tidemark/core";
import { z } from "zod";
import { accountKey, serverUrlKey } from "@tidemark/core/sync/device";
import { serverSessionKey, serverTokenKey, syncPausedKey } from "./session-keys.ts";
import { usernameOf } from "@tidemark/core/names";

const lastUrlKey = defineMeta("last_server_url", metaForm.text);

/** Time in ms during which leaving a server can be undone. */
export const undoLeavingMs = 2 * 60_000;

const leftSchema = z.object({
  url: z.string(),
  /** Token of the session; null if it had already ended. */
  token: z.string().nullable(),
  isPaused: z.boolean(),
  leftMs: z.number(),
});
export const leftKey = defineMeta("left_server", metaForm.json(leftSchema));

/** A server that was just left, with the data to return to it or to end its session. */
export type LeftServer = z.infer<typeof leftSchema>;

/** Time after which the server ends an unused device session. */
const unusedSessionMs = 30 * 24 * 60 * 60_000;

const endingSchema = z.array(z.object({ url: z.string(), token: z.string(), leftMs: z.number() }));
export const endingKey = defineMeta("ending_sessions", metaForm.json(endingSchema));

/** A session to end at a server that was left for good. */
export type EndingSession = z.infer<typeof endingSchema>[number];

type Meta = Pick<MetaStore, "get" | "set">;

/** Removes the profile's server and stores it for an undo; null if there was none. */
export async function leaveServer(meta: Meta, leftMs: number): Promise<LeftServer | null> {
  const url = await meta.get(serverUrlKey);
  if (url === null) return null;
  const token = await meta.get(serverTokenKey);
  const isPaused = (await meta.get(syncPausedKey)) === true;
  const left = { url, token, isPaused, leftMs };
  await leaveForGood(meta);
  await meta.set(leftKey, left);
  return left;
}

/** Removes the profile's server, whose session has ended; there is nothing to undo or to end later. */
export async function leaveForGood(meta: Meta): Promise<void> {
  await meta.set(lastUrlKey, await meta.get(serverUrlKey));
  await meta.set(serverUrlKey, null);
  await meta.set(serverTokenKey, null);
  await meta.set(serverSessionKey, null);
}

/** Returns the server that was left, while that can be undone. */
export function leftServer(meta: Pick<Meta, "get">): Promise<LeftServer | null> {
  return meta.get(leftKey);
}

/** Restores the profile's server; false if it is too late or there is another one. */
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
 * Makes leaving final. Returns all sessions to end that no server has confirmed; `sessionEnded` removes one.
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

/** Adds a session to end. */
export async function endLater(meta: Meta, session: EndingSession): Promise<void> {
  await setEnding(meta, [...(await endingSessions(meta)), session]);
}

/** Removes an ended session; sessions added meanwhile stay. */
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

/** Returns the last server of the profile, as a suggestion for the next connection. */
export async function lastServer(
  meta: Pick<Meta, "get">,
): Promise<{ readonly url: string; readonly username: string } | null> {
  const url = await meta.get(lastUrlKey);
  const account = await meta.get(accountKey);
  if (url === null || account === null) return null;
  return { url, username: usernameOf(account) };
}
