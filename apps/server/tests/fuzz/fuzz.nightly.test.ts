import fc, { type Arbitrary } from "fast-check";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bodyOf } from "../answers.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { arbitraryOf } from "./arbitrary-of.ts";
import { type DatabaseWatch, watchDatabase } from "./database-digest.ts";
import { errorBody } from "./error-body.ts";
import { hostileValues, replacePart, texts } from "./hostile.ts";

const numRuns = Number(process.env["HTTP_FUZZ_RUNS"] ?? 1000);
// Normal runs are also limited by time; a long run isn't.
const limitMs = process.env["HTTP_FUZZ_RUNS"] === undefined ? 40_000 : 24 * 3600_000;
/** Time limit of a request; generous even on a busy machine. */
const hangMs = 20_000;

/** Documented statuses by operation; never 500. */
const documented = new Map<string, readonly number[]>();
/** Statuses of undocumented routes for monitoring. */
const undocumented = [200, 400, 401, 403, 503];
/** Statuses of pages with their forms and files, which aren't documented. */
const statusesOfPages = [200, 303, 400, 401, 403, 404, 409, 413, 414, 415, 429];

interface Sent {
  /** Method and path as in the document; null if the path may match another route. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly caller: "alice" | "bob" | "nobody";
  readonly contentType: string;
  readonly body: string | undefined;
}

const contentTypes = fc.oneof(
  { arbitrary: fc.constant("application/json"), weight: 12 },
  {
    arbitrary: fc.constantFrom(
      "application/json; charset=utf-16",
      "application/json; charset=nonsense",
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "application/grpc",
    ),
    weight: 1,
  },
);

/** Existing, missing and invalid ids. */
const ids: Readonly<Record<string, readonly string[]>> = {
  memo: ["a", "b", "bobs", "nowhere", "-"],
  user: ["alice", "bob", "victim", "1", "nobody", "local"],
  attachment: ["file", "bobs", "nowhere"],
  space: ["team", "nowhere"],
  invitation: ["alice", "bob", "victim", "nobody"],
  setting: ["GENERAL", "WEBHOOKS", "TAGS", "general"],
  // LIMITS is left out, because a limit of one request would stop the test.
  key: ["GENERAL", "MEMO", "STORAGE", "WEBHOOKS", "AI", "NOTHING"],
  id: ["1", "2", "999999999999999999999"],
  resource: ["1", "2", "999999999999999999999", "x"],
};

function idsOf({ url, method }: RouteOptions, name: string): readonly string[] {
  // Otherwise the fuzzer would soon delete the accounts that it uses.
  if (url === "/api/v1/users/:user" && method !== "GET") return ["victim", "nobody"];
  if (isPage(url) && name === "filename") return [share, "x"];
  return ids[name] ?? ["x"];
}

function requestsOf(route: RouteOptions): Arbitrary<Sent> {
  const schema = (route.schema ?? {}) as Partial<Record<"body" | "querystring", z.ZodType>>;
  const names = [...route.url.replaceAll(/\([^)]*\)/g, "").matchAll(/(?<!:):(\w+)|\*/g)];
  const mutation = fc.option(
    fc.record({
      at: fc.array(fc.nat(20), { maxLength: 4 }),
      value: hostileValues,
      extraKey: texts,
    }),
    { freq: 2 },
  );
  const [method = "GET"] = [route.method].flat();
  return fc
    .record({
      ids: fc.tuple(
        ...names.map(([, name = "filename"]) =>
          fc.oneof(
            { arbitrary: fc.constantFrom(...idsOf(route, name)), weight: 8 },
            { arbitrary: texts, weight: 1 },
          ),
        ),
      ),
      query: arbitraryOf(schema.querystring ?? z.object({}), texts),
      extraQuery: fc.array(
        fc.tuple(fc.constantFrom("pageSize", "filter", "updateMask", "share_token", "x"), texts),
        { maxLength: 1 },
      ),
      body: schema.body === undefined ? fc.constant(undefined) : arbitraryOf(schema.body, texts),
      mutation,
      cut: fc.option(fc.nat(), { freq: 20 }),
      caller: fc.constantFrom("alice", "alice", "bob", "bob", "nobody"),
      contentType: contentTypes,
    })
    .map(({ query, extraQuery, body, mutation: wrong, cut, ...given }): Sent => {
      const changed =
        wrong === null || body === undefined
          ? body
          : replacePart(body, wrong.at, wrong.value, wrong.extraKey);
      const text = changed === undefined ? undefined : JSON.stringify(changed);
      return {
        operation: given.ids.every((id) => plainId.test(id))
          ? operationOf(method, route.url)
          : null,
        method,
        path: `${pathOf(route.url, given.ids)}${searchOf(query, extraQuery)}`,
        caller: given.caller,
        contentType: given.contentType,
        body: cut === null ? text : text?.slice(0, cut % (text.length + 1)),
      };
    });
}

const plainId = /^[A-Za-z0-9-]+$/;

function operationOf(method: string, url: string): string {
  const path = url
    .replaceAll(/:id\(\^\\d\+\$\)/g, "{memo}")
    .replaceAll(/\([^)]*\)/g, "")
    .replaceAll("::", "\0")
    .replaceAll(/:(\w+)/g, "{$1}")
    .replace(/\*$/, "{filename}")
    .replaceAll("\0", ":");
  return `${method.toLowerCase()} ${path}`;
}

function pathOf(url: string, given: readonly string[]): string {
  const values = given.map((id) => encodeURIComponent(id.toWellFormed()));
  const path = url.replaceAll(/\([^)]*\)/g, "").replaceAll("::", "\0");
  return path.replaceAll(/:\w+|\*/g, () => values.shift() ?? "").replaceAll("\0", ":");
}

function searchOf(query: unknown, extra: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams();
  for (const [key, value] of [...Object.entries(query as object), ...extra]) {
    // The HTTP parser would reject a longer request line.
    search.append(key, String(value).slice(0, 4000));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Excludes the protocols of devices and assistants, Connect (the same routes), endless streams, and forms (tested elsewhere). */
const isFuzzed = ({ url, method, schema }: RouteOptions): boolean =>
  method !== "HEAD" &&
  !/^\/(?:sync|docs|mcp|memos\.api)|\/sse$/.test(url) &&
  (schema as { consumes?: unknown } | undefined)?.consumes === undefined;

let users: TwoUsers;
let watch: DatabaseWatch;
/** Token of a share link. */
let share: string;
const bearers: Record<string, string> = {};

beforeAll(async () => {
  users = await startWithUsers({}, { aiProvider: async () => null });
  const { alice, bob, server } = users;
  await alice("POST", "/users", { username: "victim", password: "correct horse" });
  await alice("POST", "/spaces", { title: "Team", spaceId: "team" });
  await alice("POST", "/spaces/team/members", { user: "bob" });
  await alice("POST", "/spaces/team/invitations", { invitee: "victim" });
  await alice("POST", "/memos?memoId=a", { content: "a #x", visibility: "PUBLIC" });
  await alice("POST", "/memos?memoId=b", { content: "b", space: "spaces/team" });
  await bob("POST", "/memos?memoId=bobs", { content: "bob's", visibility: "PRIVATE" });
  const content = Buffer.from("bytes").toString("base64");
  await alice("POST", "/attachments?attachmentId=file", { filename: "a.txt", content });
  await bob("POST", "/attachments?attachmentId=bobs", { filename: "b.png", content });
  for (const name of ["alice", "bob"] as const) {
    const made = await users[name]("POST", `/users/${name}/personalAccessTokens`, {});
    bearers[name] = String(made.body["token"]);
  }
  const shared = await alice("POST", "/memos/a/shares", {});
  share = String(shared.body["name"]).split("/").at(-1) ?? "";
  const { paths } = (await alice("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const statuses = Object.keys(responses).filter((status) => status !== "default");
      documented.set(`${method} ${path}`, statuses.map(Number));
    }
  }
  watch = await watchDatabase(server);
});

afterAll(async () => {
  await watch[Symbol.asyncDispose]();
  await users[Symbol.asyncDispose]();
});

async function send({ method, path, caller, contentType, body }: Sent) {
  const bearer = bearers[caller];
  const response = await fetch(users.server.url + path, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": contentType }),
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
    signal: AbortSignal.timeout(hangMs),
  });
  return { status: response.status, text: await response.text() };
}

const isBeside = (path: string): boolean => /^\/(?:healthz|readyz|metrics)/.test(path);
const isPage = (path: string): boolean => !isBeside(path) && !/^\/(?:api|file)\//.test(path);

function knownStatuses({ path, operation }: Sent): readonly number[] {
  if (isBeside(path)) return undocumented;
  if (isPage(path)) return statusesOfPages;
  if (operation === null) return [...documented.values(), 405].flat();
  return documented.get(operation) ?? [];
}

const answers = { accepted: 0, refused: 0 };

async function holds(sent: Sent): Promise<void> {
  const before = await watch.digest();
  const { status, text } = await send(sent);
  answers[status < 400 ? "accepted" : "refused"] += 1;
  expect(knownStatuses(sent), `${status} ${text.slice(0, 300)}`).toContain(status);
  if (status < 400 && !isPage(sent.path)) return;
  expect((await watch.digest()) === before, `${status}, and something was written`).toBe(true);
  const isForPeople = isPage(sent.path) && (status < 400 || text.startsWith("<!doctype html>"));
  if (!isForPeople && !isBeside(sent.path)) {
    expect(errorBody.safeParse(JSON.parse(text)).error, text).toBeUndefined();
  }
}

const mebibyte = 1024 * 1024;

describe("a body", () => {
  test.each<readonly [string, string | Uint8Array<ArrayBuffer>, number[]]>([
    ["8 MiB of open brackets", "[".repeat(8 * mebibyte - 1), [400]],
    ["8 MiB of open objects", '{"a":'.repeat((8 * mebibyte) / 5 - 1), [400]],
    [
      "8 MiB of closed brackets",
      "[".repeat(4 * mebibyte - 1) + "]".repeat(4 * mebibyte - 1),
      [400],
    ],
    ["more than 8 MiB", `{"content":"${"x".repeat(9 * mebibyte)}"}`, [413]],
    ["a number of a million digits", `{"pinned":${"9".repeat(1_000_000)}}`, [400]],
    [
      "300,000 keys",
      `{"content":"",${Array.from({ length: 300_000 }, (_, i) => `"k${i}":0`).join()}}`,
      [200],
    ],
    ["__proto__", '{"content":"a","__proto__":{"visibility":"PUBLIC"}}', [400]],
    ["constructor.prototype", '{"constructor":{"prototype":{"visibility":"PUBLIC"}}}', [400]],
    ["the same key twice", '{"content":"a","content":["b"]}', [400]],
    ["both cases of a key", '{"createTime":"2024-01-01T00:00:00Z","create_time":null}', [400]],
    ["NUL and lone surrogates", '{"content":"a\\u0000b\\ud800c"}', [200]],
    ["raw control characters", '{"content":"a\u0001"}', [400]],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), [400]],
    [
      "UTF-16 with its mark",
      new Uint8Array(Buffer.from('\uFEFF{"content":"a"}', "utf16le")),
      [400],
    ],
    ["UTF-8 with its mark", '\uFEFF{"content":"a"}', [200, 400]],
    ["null", "null", [400]],
    ["a list", "[]", [400]],
    ["a text", '"content"', [400]],
  ])("of %s gets a response and changes nothing", async (_name, body, expected) => {
    const before = await watch.digest();
    const response = await fetch(`${users.server.url}/api/v1/memos`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearers["bob"]}`, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(hangMs),
    });
    const answer = await bodyOf(response);
    expect(expected, JSON.stringify(answer).slice(0, 300)).toContain(response.status);
    if (response.status === 200) expect(answer["visibility"]).toBe("PRIVATE");
    else expect((await watch.digest()) === before).toBe(true);
    expect((await users.bob("GET", "/auth/me")).status).toBe(200);
  });

  test("is rejected if it is compressed", async () => {
    const response = await fetch(`${users.server.url}/api/v1/memos`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearers["bob"]}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    });
    expect(response.status).toBe(400);
  });
});

describe("a parameter", () => {
  test.each([
    "pageSize=1&pageSize=2",
    "page_size=1&pageSize=2",
    "filter=pinned&filter=!pinned",
    "orderBy=name&order_by=create_time",
    "state=NORMAL&state=ARCHIVED",
    "pageToken=a&pageToken=b",
    "showDeleted=true&showDeleted=true",
  ])("is rejected if it is repeated · %s", async (query) => {
    const { status, body } = await users.bob("GET", `/memos?${query}`);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body["code"]).toBe(3);
  });
});

// Runs last, because its requests may close an account.
describe("any request", () => {
  test(
    "has a documented answer, and one that is refused writes nothing",
    { timeout: limitMs + 60_000 },
    async () => {
      const routes = users.server.routes.filter(isFuzzed);
      const requests = fc.oneof(...routes.map(requestsOf));
      await fc.assert(fc.asyncProperty(requests, holds), {
        numRuns,
        interruptAfterTimeLimit: limitMs,
      });
      // If all requests were rejected, or all accepted, the test would cover little.
      const { accepted, refused } = answers;
      expect(Math.min(accepted, refused) / (accepted + refused)).toBeGreaterThan(0.01);
      expect(users.server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );
});
