import { parseJson } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { shareServer } from "../shared-server.ts";
import { startWithUsers } from "../two-users.ts";

const shared = shareServer(async () => {
  const users = await startWithUsers();
  await users.alice("POST", "/memos?memoId=here", { content: "here" });
  const webhook = { url: "https://hooks.example/x" };
  const { body } = await users.alice("POST", "/users/alice/webhooks", webhook);
  return Object.assign(users, { webhook: String(body["name"]) });
});

/** Returns a list of `count` invalid elements. */
const wrong = (count: number): number[] => Array<number>(count).fill(7);

/** Returns the field violations of an API error in either form. */
function violationsOf(body: Record<string, unknown>): { field: string; description: string }[] {
  const [first] = (body["details"] ?? []) as { fieldViolations?: [] }[];
  const { details = [] } = (body["error"] ?? {}) as {
    details?: { field: string; issue: string }[];
  };
  const older = details.map(({ field, issue }) => ({ field, description: issue }));
  return first?.fieldViolations ?? older;
}

describe("a list from a client", () => {
  test.each<readonly [string, string, (list: unknown[]) => object, string, number]>([
    ["POST", "/memos", (attachments) => ({ content: "", attachments }), "attachments", 10_000],
    ["POST", "/memos", (relations) => ({ content: "", relations }), "relations", 10_000],
    ["PATCH", "/memos/here", (resources) => ({ resources }), "resources", 10_000],
    ["PATCH", "/memos/here/attachments", (attachments) => ({ attachments }), "attachments", 10_000],
    ["PATCH", "/memos/here/relations", (relations) => ({ relations }), "relations", 10_000],
    ["POST", "/webhooks", (events) => ({ url: "https://a.example", events }), "events", 100],
    [
      "POST",
      "/users/alice/webhooks",
      (events) => ({ url: "https://a.example", events }),
      "events",
      100,
    ],
    ["POST", "/users:batchGet", (usernames) => ({ usernames }), "usernames", 100],
    ["POST", "/attachments:batchDelete", (names) => ({ names }), "names", 100],
    ["POST", "/instance/settings:batchGet", (names) => ({ names }), "names", 20],
    ["POST", "/memos/-/linkMetadata:batchGet", (urls) => ({ urls }), "urls", 10],
  ])("is checked by length first, and up to its first error: %s %s", async (...row) => {
    const [method, path, bodyOf, field, max] = row;
    const { alice } = shared();
    const long = await alice(method, path, bodyOf(wrong(max + 1)));
    expect(long.status, JSON.stringify(long.body)).toBe(400);
    expect(violationsOf(long.body)).toEqual([
      { field, description: `must be a list of ${max} or less` },
    ]);
    const short = await alice(method, path, bodyOf(wrong(max)));
    expect(short.status).toBe(400);
    const [violation, ...others] = violationsOf(short.body);
    expect(violation?.field).toMatch(new RegExp(`^${field}\\.0`));
    expect(others).toEqual([]);
  });

  test.each<readonly [string, object, string]>([
    ["pull", { epoch: "e", cursors: keyed(10_001), maxBytes: 1 }, "cursors"],
    ["push", { ...push(), ops: wrong(501) }, "ops"],
    ["push", { ...push(), ops: wrong(500) }, "ops"],
    ["push", { ...push(), alsoSeen: wrong(10_000), ops: [] }, "alsoSeen"],
    ["notifications.remove", { ids: wrong(10_000) }, "ids"],
  ])(
    "from a device is reported as one error, regardless of its length: %s",
    async (call, input, field) => {
      const { server, bearer } = shared();
      const { status, body } = await server.ask("POST", `/sync/${call}`, { bearer, body: input });
      expect(status).toBe(400);
      const { message } = body["error"] as { message: string };
      const issues = parseJson(z.array(z.looseObject({ path: z.array(z.unknown()) })), message);
      expect(issues.map(({ path }) => path[0])).toEqual([field]);
    },
  );
});

function push() {
  return { epoch: "e", streamId: "stream-1", clientNowMs: 0 };
}

function keyed(count: number): Record<string, string> {
  return Object.fromEntries(wrong(count).map((_, index) => [`scope${index}`, "wrong"]));
}
