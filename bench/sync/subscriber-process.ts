import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { type Account, sharedNowMs } from "./device-calls.ts";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

const signedIn = z.object({ accessToken: z.string() });

/** The subscriptions of many devices, in one process of their own. */
export interface Subscribers extends AsyncDisposable {
  /** Writes a memo over REST; gives the milliseconds until every device was told. */
  pokeAll(): Promise<number>;
}

/**
 * Connects so many devices of one account, each with a credential and a connection of its own. Memos are
 * written at `writesTo`, another process of the instance for example.
 */
export async function startSubscribers(
  account: Account,
  devices: number,
  writesTo = account.url,
): Promise<Subscribers> {
  const { url, username, password } = account;
  const signIn = "/api/v1/auth/signin";
  const { accessToken } = await post(signedIn, url, signIn, { username, password });
  // Access tokens and not devices' sessions: an address may not sign in as often as that.
  const bearers: string[] = [];
  while (bearers.length < devices) {
    const token = { name: `device ${bearers.length}` };
    const made = await post(signedIn, url, "/api/v1/access-tokens", token, accessToken);
    bearers.push(made.accessToken);
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
      const content = `written for ${devices} devices, ${(written += 1)}`;
      await post(z.unknown(), writesTo, "/api/v1/memos", { content }, bearers[0]);
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
