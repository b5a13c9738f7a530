import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registeredKeys } from "../route-table.ts";
import { policies } from "./policies.ts";
import { routeRequests, type RouteRequest } from "./route-requests.ts";
import {
  type CallerName,
  callers,
  startWorld,
  type Thing,
  usernames,
  type World,
} from "./world.ts";

/** In no class: devices are refused by their own protocol, and a HEAD is its GET without the body. */
const unclassed = /^\S+ ~\/sync\/|^HEAD (?!~\/file\/attachments)|^GET ~\/docs\/./;

/** Things that are nowhere: what a refusal for something hidden must look like. */
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

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  /** All that a caller could tell two refusals apart by. */
  readonly refusal: unknown;
}

describe("who may do what", () => {
  test("is said for every route", () => {
    const registered = world.server.routes
      .flatMap(registeredKeys)
      .filter((key) => !unclassed.test(key));
    const classed = Object.keys(routeRequests);
    expect(registered.filter((key) => !classed.includes(key))).toEqual([]);
    expect(classed.filter((key) => !registered.includes(key))).toEqual([]);
  });

  test.each(Object.entries(routeRequests))("%s", { timeout: 60_000 }, async (key, route) => {
    const things = route.isOfMemo ? world.things : world.things.slice(0, 1);
    const wrong: string[] = [];
    for (const thing of things) {
      const ok = route.ok ?? 200;
      const expectedOf = (caller: CallerName): number => policies[route.policy](caller, thing, ok);
      // Whoever is let through comes last: a deletion leaves nothing for others to be refused.
      const inTurn = callers.toSorted(
        (a, b) => Number(expectedOf(a) === ok) - Number(expectedOf(b) === ok),
      );
      for (const caller of inTurn) {
        const expected = expectedOf(caller);
        const answer = await ask(key, route, caller, thing);
        const cell = `${caller} × ${thing.memo}`;
        if (answer.status !== expected) wrong.push(`${cell}: ${answer.status}, not ${expected}`);
        if (answer.status === 200) await route.undo?.(thing, world);
        if (route.isOfMemo && answer.status === 404) {
          const missing = await ask(key, route, caller, nowhere);
          expect(answer.refusal, cell).toEqual(missing.refusal);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

async function ask(
  key: string,
  route: RouteRequest,
  caller: CallerName,
  thing: Thing,
): Promise<Answer> {
  const path = route.path(thing, world);
  const url = new URL(path.startsWith("~") ? path.slice(1) : `/api/v1${path}`, world.server.url);
  if (caller === "share") url.searchParams.set("share_token", thing.share);
  const bearer = endsSession.has(key) ? await spareBearer(caller) : world.bearers[caller];
  const body = route.body?.(thing, world);
  const aborter = new AbortController();
  const response = await fetch(url, {
    method: key.split(" ", 1)[0] ?? "GET",
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(route.isUpload && { body: form() }),
    signal: aborter.signal,
  });
  const { status, headers } = response;
  if (status === 200) {
    if (key === "GET /sse") aborter.abort();
    else await response.arrayBuffer();
    return { status, refusal: null };
  }
  const shown = [...headers].filter(([name]) => name !== "date");
  return { status, refusal: { status, headers: shown, body: await response.text() } };
}

/** They end the token that they were asked with. */
const endsSession = new Set(["POST /auth/signout"]);

async function spareBearer(caller: CallerName): Promise<string | undefined> {
  const username = usernames[caller];
  if (username === undefined) return world.bearers[caller];
  return String((await world.signIn(username)).body["accessToken"]);
}

function form(): FormData {
  const made = new FormData();
  made.set("file", new Blob(["bytes"]), "f.txt");
  return made;
}
