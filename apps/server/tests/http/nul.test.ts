import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type DatabaseWatch, watchDatabase } from "../fuzz/database-digest.ts";
import { assertedMemo, openSyncDevice, stampAt } from "../sync-device.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const documentShape = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
          .optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
type Document = z.infer<typeof documentShape>;

/** Request with U+0000 in one place. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const nul = "a\0b";
const maxDepth = 6;

/** Returns the paths of the parts of a body that are, or may be, strings. */
function textsOf(document: Document, schema: unknown, depth = 0): (string | number)[][] {
  if (depth > maxDepth || typeof schema !== "object" || schema === null) return [];
  const {
    $ref: ref,
    type,
    properties,
    additionalProperties,
    items,
    ...parts
  } = schemaShape.parse(schema);
  const inner = (of: unknown): (string | number)[][] => textsOf(document, of, depth + 1);
  return [
    ...(ref === undefined ? [] : inner(document.components.schemas[ref.split("/").at(-1) ?? ""])),
    ...[...(parts.anyOf ?? []), ...(parts.allOf ?? [])].flatMap(inner),
    ...Object.entries(properties ?? {}).flatMap(([name, of]) =>
      inner(of).map((rest) => [name, ...rest]),
    ),
    ...inner(additionalProperties).map((rest) => ["name", ...rest]),
    ...inner(items).map((rest) => [0, ...rest]),
    ...([type].flat().includes("string") ? [[]] : []),
  ];
}

function bodyWith(path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof first === "number" ? [bodyWith(rest, value)] : { [first]: bodyWith(rest, value) };
}

/** Returns a request for every place that can contain U+0000, except the content of memos and files. */
function askedOf(document: Document, path: string, method: string): Asked[] {
  const { parameters = [], requestBody } = document.paths[path]?.[method] ?? {};
  const filled = path.replaceAll(/\{\w+\}/g, "x");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const queries = parameters.filter((each) => each.in === "query").map(({ name }) => name);
  const schema = requestBody?.content["application/json"]?.schema;
  const places = textsOf(document, schema).filter((place) => place.at(-1) !== "content");
  const unique = [...new Map(places.map((place) => [place.join("."), place])).values()];
  return [
    ...names.map((wrong) => ({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === wrong ? "a%00b" : "x")),
    })),
    ...[...queries, "unknown"].map((name) => ({ method, path: `${filled}?${name}=a%00b` })),
    ...(schema === undefined
      ? []
      : [
          ...unique.map((place) => ({ method, path: filled, body: bodyWith(place, nul) })),
          { method, path: filled, body: { unknown: [{ deep: nul }] } },
          { method, path: filled, body: { [nul]: 1 } },
        ]),
  ];
}

let users: TwoUsers;
let document: Document;
let watch: DatabaseWatch;

beforeAll(async () => {
  users = await startWithUsers({ rateLimit: 0, rateLimitAnonymous: 0 });
  document = documentShape.parse((await users.alice("GET", "/openapi.json")).body);
  await users.alice("POST", "/memos?memoId=here", { content: "here" });
  watch = await watchDatabase(users.server);
});

afterAll(async () => {
  await watch[Symbol.asyncDispose]();
  await users[Symbol.asyncDispose]();
});

async function ask({ method, path, body }: Asked) {
  const answer = await fetch(users.server.url + path, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${users.bearer}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: "manual",
  });
  return { status: answer.status, text: await answer.text() };
}

describe("U+0000 in a request of the API", () => {
  test("E1 · is rejected in each path, query and body of every operation, and writes nothing", async () => {
    const before = await watch.digest();
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [path, method] as const),
    );
    expect(operations.length).toBeGreaterThan(100);
    let asked = 0;
    for (const [path, method] of operations) {
      for (const each of askedOf(document, path, method)) {
        asked += 1;
        const { status, text } = await ask(each);
        const said = `${method} ${each.path} ${JSON.stringify(each.body ?? null)}: ${text}`;
        expect(status, said).toBe(400);
        // The response to a HEAD has no body.
        if (method === "head") continue;
        expect(text, said).toContain("must not contain U+0000");
        // Each form has its own code.
        expect(text, said).toMatch(/"code":(?:3|"INVALID_ARGUMENT")/);
      }
    }
    expect(asked).toBeGreaterThan(500);
    expect(await watch.digest()).toBe(before);
  }, 120_000);

  test.each(["GET", "PATCH", "DELETE"])(
    "E1 · %s of a memo with such an id is 400",
    async (method) => {
      const { status, body } = await users.alice(
        method,
        "/memos/a%00",
        method === "PATCH" ? {} : undefined,
      );
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 3, message: "memo: must not contain U+0000" });
    },
  );

  test("E1 · is rejected as an escape sequence in a filter", async () => {
    for (const filter of [String.raw`content.contains("\u0000")`, String.raw`"\000" in tags`]) {
      const { status, body } = await users.alice(
        "GET",
        `/memos?filter=${encodeURIComponent(filter)}`,
      );
      expect(status, filter).toBe(400);
      expect(body["message"]).toContain("must not contain U+0000");
    }
  });

  test("E1 · is rejected by Connect, in forms, and in paths outside the API", async () => {
    const { server, bearer } = users;
    const rpc = "/memos.api.v1.MemoService/GetMemo";
    expect(await ask({ method: "POST", path: rpc, body: { name: "memos/a\0" } })).toMatchObject({
      status: 400,
      text: expect.stringContaining("must not contain U+0000") as string,
    });
    const form = new FormData();
    form.append("file", new Blob(["bytes"]), "a.txt");
    form.append("memo", "memos/a\0");
    const uploaded = await fetch(`${server.url}/file/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    });
    expect(uploaded.status).toBe(400);
    expect((await ask({ method: "GET", path: "/file/attachments/a%00/b" })).status).toBe(400);
    expect((await ask({ method: "GET", path: "/s/a%00" })).status).toBe(404);
    expect((await ask({ method: "GET", path: "/api/v1/nowhere%00" })).status).toBe(400);
  });

  test("E1a, M1 · is U+FFFD in the content of a memo, whoever writes it", async () => {
    const { alice } = users;
    const id = (await alice("GET", "/memos?page=1&limit=1")).body as { data: { id: number }[] };
    const written = [
      await alice("POST", "/memos", { content: nul }),
      await alice("PATCH", "/memos/here", { content: nul }),
      await alice("PATCH", `/memos/${id.data[0]?.id ?? 0}`, { content: nul }),
      await alice("POST", "/memos/here/comments", { content: nul }),
    ];
    for (const { status, body } of written) {
      expect(status).toBe(200);
      expect(body["content"]).toBe("a\uFFFDb");
    }
    const memo = { memo: { content: nul } };
    const created = await ask({
      method: "POST",
      path: "/memos.api.v1.MemoService/CreateMemo",
      body: memo,
    });
    expect(created.status).toBe(200);
    expect(JSON.parse(created.text)).toMatchObject({ content: "a\uFFFDb" });
  });
});

describe("U+0000 from a device", () => {
  test("E2 · rejects only the operation that contains it", async () => {
    const device = await openSyncDevice(users.server, "bob");
    const atMs = users.server.clock.nowMs;
    const place = { placeholder: nul, latitude: 1, longitude: 2 };
    const sound = assertedMemo("sound", atMs, {});
    const wrong: readonly (Record<string, unknown> & { kind: string; entity: string })[] = [
      { ...assertedMemo("placed", atMs, {}), fields: { ...sound.fields, location: place } },
      assertedMemo("newer", atMs, { hue: { deep: [nul] } }),
      assertedMemo("named", atMs, { [nul]: 1 }),
      assertedMemo("a\0", atMs, {}),
      { kind: "memo.purge", entity: "a\0", stamp: stampAt(atMs) },
      { kind: "setting.set", entity: "tag.a\0", stamp: stampAt(atMs), value: {} },
      { kind: "setting.set", entity: "general.locale", stamp: stampAt(atMs), value: nul },
      {
        kind: "view.put",
        entity: "view1",
        stamp: stampAt(atMs),
        value: { title: nul, filter: "" },
      },
      { kind: "attachment.remove", entity: "a\0", stamp: stampAt(atMs) },
      { kind: "attachment.put", entity: "a", sha256: nul },
      { kind: "later\0.put", entity: "a" },
      {
        kind: "memo.element",
        entity: "sound",
        stamp: stampAt(atMs),
        set: "reaction",
        key: "a\0",
        value: {},
      },
    ];
    const results = await device.pushAll([sound, ...wrong, assertedMemo("after", atMs, {})]);
    expect(results.map(({ code }) => code)).toEqual([
      "applied",
      ...wrong.map(() => "invalid"),
      "applied",
    ]);
    for (const { reason, row } of results.slice(1, -1)) {
      expect(reason).toBe("holds U+0000");
      expect(row?.["id"] ?? "sound").toBe("sound");
    }
    expect((await device.pull()).map(({ id }) => id)).toEqual(["sound", "after"]);
  });

  test("E2, M1 · becomes U+FFFD in a memo's text", async () => {
    const device = await openSyncDevice(users.server, "carol");
    const asserted = assertedMemo("texts", users.server.clock.nowMs, {});
    const text = { gen: 1, content: nul };
    expect(await device.push({ ...asserted, text })).toMatchObject({
      code: "applied",
      row: { text: { content: "a\uFFFDb" } },
    });
  });

  test("E2, M1 · becomes U+FFFD in a whole text that a device sends", async () => {
    const { database } = users.server.services;
    const device = await openSyncDevice(users.server, "carol");
    const atMs = users.server.clock.nowMs;
    const sha = "0".repeat(64);
    const edit = {
      ...{ kind: "memo.text", entity: "whole", stamp: stampAt(atMs + 1), updatedMs: atMs + 1 },
      ...{ gen: 1, update: "", baseSha: sha, resultSha: sha },
    };
    const put = (content: string, ms: number, gen: number) =>
      assertedMemo("whole", atMs + ms, { text: { gen, content } });
    const results = await device.pushAll([
      put("first words", 0, 2),
      { ...edit, whole: { base: "\0", content: "whole\0" } },
      put("newer\0", 2, 3),
      put("older\0", 3, 1),
      assertedMemo("beside", atMs, {}),
    ]);
    expect(results.map(({ code }) => code)).toEqual(results.map(() => "applied"));
    expect(results).toHaveLength(5);
    const revisions = await database.read((stores) => stores.revisions.listByMemo("whole", 9));
    const texts = revisions.map(({ content }) => content);
    expect(texts).toContain("whole\uFFFD");
    expect(texts.filter((text) => text.includes("\0"))).toEqual([]);
  });

  test("E2a · is refused in every other call", async () => {
    const { server, bearer } = users;
    const calls: readonly (readonly [string, object])[] = [
      ["signIn", { username: nul, password: "correct horse", device: "Laptop" }],
      ["signIn", { username: "bob", password: "correct horse", device: nul }],
      ["push", { epoch: nul, streamId: "stream-1", clientNowMs: 0, ops: [] }],
      ["push", { epoch: "e", streamId: "stream-\0", clientNowMs: 0, ops: [{ "\0": 1 }] }],
      ["pull", { epoch: "e", cursors: { [nul]: 0 }, maxBytes: 1 }],
      ["snapshot", { epoch: "e", scope: nul, after: null, recentFirst: true, maxBytes: 1 }],
      ["revokeDevice", { id: nul }],
      ["renameDevice", { name: nul }],
      ["transcribe", { attachment: nul }],
      ["createShare", { memo: nul, expiresMs: null }],
      ["notifications.remove", { ids: [nul] }],
    ];
    for (const [name, input] of calls) {
      const answer = await fetch(`${server.url}/sync/${name}`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      const text = await answer.text();
      expect(answer.status, `${name}: ${text}`).toBe(400);
      expect(text, name).toContain("must not contain U+0000");
    }
    const asked = encodeURIComponent(JSON.stringify({ memo: nul }));
    expect((await ask({ method: "GET", path: `/sync/shares?input=${asked}` })).status).toBe(400);
    expect((await ask({ method: "GET", path: "/sync/hello%00" })).status).toBe(400);
  });

  test("E2a · is refused in what is said of a file, and in the name of an upload", async () => {
    const { server, bearer } = users;
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const type = base64("text/plain; x=\0");
    const answer = await fetch(`${server.url}/sync/blobs`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        "tus-resumable": "1.0.0",
        "upload-length": "5",
        "upload-metadata": `filename ${base64("a.txt")},type ${type},sha256 ${base64("0".repeat(64))}`,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      '{"code":"INVALID_ARGUMENT","message":"metadata must not contain U+0000"}',
    ]);
    const gone = await fetch(`${server.url}/sync/blobs/a%00`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${bearer}`, "tus-resumable": "1.0.0" },
    });
    expect(gone.status).toBe(400);
  });
});
