import fc, { type Arbitrary } from "fast-check";
import { Agent, fetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { type DatabaseWatch, watchDatabase } from "./database-digest.ts";
import { errorBody } from "./error-body.ts";
import { texts } from "./hostile.ts";

const numRuns = Number(process.env["HTTP_FUZZ_RUNS"] ?? 300);
const hangMs = 20_000;

interface Part {
  readonly headers: string;
  readonly content: Uint8Array;
}

/** Unescaped header values, including line breaks and quotes. */
const headerTexts = fc.oneof(texts, fc.constantFrom('a"; filename="b', "a\r\nX: y", "é.png", '"'));

const contents: Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .constantFrom(
      "--x--\r\n",
      "<svg onload='alert(1)'/>",
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff\xe1\xff\xff",
      "GIF89a",
      "\x00".repeat(70_000),
    )
    .map((text) => Buffer.from(text, "latin1")),
);

const parts: Arbitrary<Part> = fc
  .record({
    name: fc.oneof(
      { arbitrary: fc.constantFrom("file", "memo", "filename", "type"), weight: 8 },
      headerTexts,
    ),
    filename: fc.option(headerTexts),
    type: fc.option(
      fc.oneof(fc.constantFrom("image/png", "text/html", "image/jpeg", "x"), headerTexts),
    ),
    more: fc.option(
      fc.constantFrom(
        "Content-Transfer-Encoding: base64",
        ": nothing",
        "X",
        `X: ${"y".repeat(9000)}`,
      ),
      { freq: 6 },
    ),
    content: contents,
  })
  .map(({ name, filename, type, more, content }) => ({
    headers: [
      `Content-Disposition: form-data; name="${name}"${filename === null ? "" : `; filename="${filename}"`}`,
      ...(type === null ? [] : [`Content-Type: ${type}`]),
      ...(more === null ? [] : [more]),
    ].join("\r\n"),
    content,
  }));

const soundPart: Arbitrary<Part> = contents.map((content) => ({
  headers: 'Content-Disposition: form-data; name="file"; filename="a.png"',
  content,
}));

const soundForm =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\na\r\n--x--\r\n';

/** Forms that are valid, truncated, empty, or have another boundary than the header. */
const forms = fc
  .record({
    parts: fc.oneof(fc.array(parts, { maxLength: 4 }), fc.tuple(soundPart)),
    boundary: fc.constantFrom("x", "x", "x", "other", ""),
    cut: fc.option(fc.nat(), { freq: 4 }),
  })
  .map(({ parts: given, boundary, cut }) => {
    const bytes = Buffer.concat([
      ...given.flatMap(({ headers, content }) => [
        Buffer.from(`--x\r\n${headers.toWellFormed()}\r\n\r\n`),
        content,
        Buffer.from("\r\n"),
      ]),
      Buffer.from("--x--\r\n"),
    ]);
    const body = cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1));
    return { body: new Uint8Array(body), type: `multipart/form-data; boundary=${boundary}` };
  });

let users: TwoUsers;
let watch: DatabaseWatch;
let bearer = "";
const documented = new Map<string, readonly number[]>();

beforeAll(async () => {
  users = await startWithUsers();
  const made = await users.bob("POST", "/users/bob/personalAccessTokens", {});
  bearer = String(made.body["token"]);
  await users.bob("POST", "/memos?memoId=own", { content: "x" });
  const { paths } = (await users.alice("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  for (const path of ["/api/v1/resources", "/file/attachments"]) {
    const statuses = Object.keys(paths[path]?.["post"]?.responses ?? {});
    documented.set(path, statuses.map(Number));
  }
  watch = await watchDatabase(users.server);
});

afterAll(async () => {
  await watch[Symbol.asyncDispose]();
  await users[Symbol.asyncDispose]();
});

describe("an upload", () => {
  test.each(["/file/attachments", "/api/v1/resources"])(
    "of any form to %s gets a documented response, and writes nothing if it is rejected",
    { timeout: 60_000 + numRuns * 1000 },
    async (path) => {
      const answers = { accepted: 0, refused: 0 };
      const property = fc.asyncProperty(forms, async ({ body, type }) => {
        const before = await watch.digest();
        const response = await fetch(users.server.url + path, {
          method: "POST",
          headers: { authorization: `Bearer ${bearer}`, "content-type": type },
          body,
          signal: AbortSignal.timeout(hangMs),
        });
        const text = await response.text();
        answers[response.ok ? "accepted" : "refused"] += 1;
        expect(documented.get(path), `${response.status} ${text}`).toContain(response.status);
        if (response.ok) return;
        expect(
          (await watch.digest()) === before,
          `${response.status}, and something was written`,
        ).toBe(true);
        expect(errorBody.safeParse(JSON.parse(text)).error, text).toBeUndefined();
      });
      await fc.assert(property, { numRuns });
      const { accepted, refused } = answers;
      expect(Math.min(accepted, refused) / (accepted + refused)).toBeGreaterThan(0.01);
      expect(users.server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );
});

describe("data after the end of a form", () => {
  test.each([
    ["an accepted upload", "x", soundForm + "e".repeat(1_000_000)],
    ["a form without a file", "x", "--x--\r\n" + "e".repeat(1_000_000)],
    ["a form under another boundary", "other", soundForm.repeat(10_000)],
  ])("of %s doesn't block the next request", async (_what, boundary, body) => {
    const dispatcher = new Agent({ connections: 1 });
    const first = await fetch(`${users.server.url}/file/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      body,
      dispatcher,
    });
    await first.text();
    const next = await fetch(`${users.server.url}/healthz`, {
      dispatcher,
      signal: AbortSignal.timeout(hangMs),
    });
    expect(next.status).toBe(200);
    await dispatcher.destroy();
  });
});

describe("a stream of events", () => {
  test("starts with any last event id, and sends new events", async () => {
    const ids = fc.oneof(
      fc.constantFrom("", "-1", "1e3", "0x1", "9".repeat(15), "9".repeat(400), "1, 2", "null"),
      fc.integer().map(String),
      fc.string().filter((text) => /^[\t\x20-\x7e]*$/.test(text)),
    );
    const property = fc.asyncProperty(ids, async (id) => {
      const abort = new AbortController();
      const response = await fetch(`${users.server.url}/api/v1/sse`, {
        headers: { authorization: `Bearer ${bearer}`, "last-event-id": id },
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(hangMs)]),
      });
      expect(response.status).toBe(200);
      const reader = (response.body ?? new ReadableStream()).getReader();
      const first = await reader.read();
      expect(new TextDecoder().decode(first.value)).toMatch(/^retry: \d+\n\n/);
      abort.abort();
    });
    await fc.assert(property, { numRuns: 100 });
    expect(users.server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
