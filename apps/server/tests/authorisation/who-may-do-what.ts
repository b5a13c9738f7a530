import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headersOfEach } from "../answers.ts";
import { policies } from "./policies.ts";
import type { RouteRequest } from "./route-requests.ts";
import {
  type CallerName,
  callers,
  startWorld,
  type Thing,
  usernames,
  type World,
} from "./world.ts";

/** Missing things; an error for a hidden thing must look the same. */
const nowhere: Thing = {
  base: "private",
  isComment: false,
  memo: "nowhere",
  digits: 999_999,
  attachments: ["nowhere", "nowhere", "nowhere", "nowhere"],
  resources: [999_999, 999_999, 999_999, 999_999],
  revision: "nowhere",
  reaction: "nowhere",
  share: "nowhere",
};

interface Answer {
  readonly status: number;
  /** Parts of the response that could distinguish two errors. */
  readonly refusal: unknown;
}

/**
 * Defines a test per route, which sends its request as every caller for every thing. Each use of this
 * function has its own world, because some routes delete things.
 */
export function testWhoMayDoWhat(requests: Readonly<Record<string, RouteRequest>>): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(Object.entries(requests))("%s", async (key, route) => {
    const things = route.isOfMemo ? world.things : world.things.slice(0, 1);
    const wrong: string[] = [];
    /** Responses for `nowhere` by caller, requested once because they never change. */
    const missingTo = new Map<CallerName, Answer>();
    for (const thing of things) {
      const ok = route.ok ?? 200;
      const expectedOf = (caller: CallerName): number => policies[route.policy](caller, thing, ok);
      // Accepted callers go last, because a deletion would turn the other callers' errors into 404.
      const inTurn = callers.toSorted(
        (a, b) => Number(expectedOf(a) === ok) - Number(expectedOf(b) === ok),
      );
      for (const caller of inTurn) {
        const expected = expectedOf(caller);
        const answer = await ask(world, { key, route, caller, thing });
        const cell = `${caller} × ${thing.memo}`;
        if (answer.status !== expected) wrong.push(`${cell}: ${answer.status}, not ${expected}`);
        if (answer.status === 200) await route.undo?.(thing, world);
        if (route.isOfMemo && answer.status === 404) {
          let missing = missingTo.get(caller);
          if (missing === undefined) {
            missing = await ask(world, { key, route, caller, thing: nowhere });
            missingTo.set(caller, missing);
          }
          expect(answer.refusal, cell).toEqual(missing.refusal);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
}

interface Asked {
  readonly key: string;
  readonly route: RouteRequest;
  readonly caller: CallerName;
  readonly thing: Thing;
}

async function ask(world: World, { key, route, caller, thing }: Asked): Promise<Answer> {
  const path = route.path(thing, world);
  const url = new URL(path.startsWith("~") ? path.slice(1) : `/api/v1${path}`, world.server.url);
  if (caller === "share") url.searchParams.set("share_token", thing.share);
  const bearer = endsSession.has(key) ? await spareBearer(world, caller) : world.bearers[caller];
  const sent = route.isUpload ? formWithFile : JSON.stringify(route.body?.(thing, world));
  const sending = request(url, {
    agent,
    method: key.split(" ", 1)[0] ?? "GET",
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(sent !== undefined && {
        "content-type": route.isUpload ? "multipart/form-data; boundary=b" : "application/json",
        "content-length": Buffer.byteLength(sent),
      }),
    },
  });
  sending.end(sent);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  if (status === 200) {
    if (key === "GET /sse") response.destroy();
    else await buffer(response);
    return { status, refusal: null };
  }
  const shown = Object.entries(headers).filter(([name]) => !headersOfEach.has(name));
  return { status, refusal: { status, headers: shown, body: await text(response) } };
}

/** Uses half the CPU time of `fetch`, and the matrices send thousands of requests. */
const agent = new Agent({ keepAlive: true });

const formWithFile = [
  "--b",
  'content-disposition: form-data; name="file"; filename="f.txt"',
  "",
  "bytes",
  "--b--",
  "",
].join("\r\n");

/** Routes that revoke the token of the request. */
const endsSession = new Set(["POST /auth/signout", "POST ~/memos.api.v1.AuthService/SignOut"]);

async function spareBearer(world: World, caller: CallerName): Promise<string | undefined> {
  const username = usernames[caller];
  if (username === undefined) return world.bearers[caller];
  return String((await world.signIn(username)).body["accessToken"]);
}
