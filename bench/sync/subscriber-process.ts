import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { type Account, sharedNowMs } from "./device-calls.ts";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

const signedIn = z.object({ accessToken: z.string() });
const tokenMade = z.object({ token: z.string() });

/** A process with the subscriptions of many devices. */
export interface Subscribers extends AsyncDisposable {
  /** Writes a memo over REST; returns the milliseconds until every device was notified. */
  pokeAll(): Promise<number>;
}

/**
 * Connects a number of devices for each account, each with its own credential and connection. The first
 * account writes memos visible to all signed-in users at `writesTo`, for example another process of the
 * instance.
 */
export async function startSubscribers(
  accounts: readonly [Account, ...Account[]],
  devicesEach: number,
  writesTo = accounts[0].url,
): Promise<Subscribers> {
  const [{ url }] = accounts;
  const bearers: string[] = [];
  for (const { username, password } of accounts) {
    const signIn = "/api/v1/auth/signin";
    const { accessToken } = await post(signedIn, url, signIn, { username, password });
    // Uses access tokens, because sign-ins per address are limited.
    for (let device = 0; device < devicesEach; device += 1) {
      const path = `/api/v1/users/${username}/personalAccessTokens`;
      const asked = { description: `device ${device}` };
      bearers.push((await post(tokenMade, url, path, asked, accessToken)).token);
    }
  }
  const child = fork(resolve(import.meta.dirname, "subscribers.ts"), [url, ...bearers], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  let written = 0;
  return {
    async pokeAll() {
      const poked = once(child, "message");
      const startMs = sharedNowMs();
      const content = `written for ${bearers.length} devices, ${(written += 1)}`;
      const memo = { content, visibility: "PROTECTED" };
      await post(z.unknown(), writesTo, "/api/v1/memos", memo, bearers[0]);
      const [{ atMs }] = (await poked) as [{ atMs: number }];
      return atMs - startMs;
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

async function post<T>(
  answer: z.ZodType<T>,
  url: string,
  path: string,
  body: object,
  bearer?: string,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return parseJson(answer, text);
}
