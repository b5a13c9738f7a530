import { expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { startWithUsers } from "../two-users.ts";

const shared = shareServer(startWithUsers);

test.each([
  ["GET", "//api/v1/memos/s1", 200],
  ["GET", "/api//v1/memos/s1/", 200],
  ["GET", "/api/v1/memos/?pageSize=1", 200],
  ["POST", "//api/v1/memos/", 200],
  ["POST", "//memos.api.v1.MemoService/ListMemos/", 200],
  ["DELETE", "/api/v1//memos", 405],
  ["GET", "/healthz/", 200],
  ["GET", "//nothing//", 404],
  ["GET", "/docs/", 200],
])("%s %s is handled as without superfluous slashes: %i", async (method, path, status) => {
  const { server, bearer } = shared();
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  await fetch(`${server.url}/api/v1/memos?memoId=s1`, {
    method: "POST",
    headers,
    body: '{"content":"x"}',
  });
  const body = method === "POST" ? '{"content":"x"}' : undefined;
  const answer = await fetch(server.url + path, { method, headers, ...(body && { body }) });
  expect(answer.status).toBe(status);
});

test("superfluous slashes don't bypass authorization", async () => {
  const { server } = shared();
  for (const path of ["//api/v1/memos/s1", "/api/v1//auth/me/", "//sync//hello/"]) {
    expect((await fetch(server.url + path)).status, path).toBeGreaterThanOrEqual(401);
  }
});
