import { describe, expect, test } from "vitest";
import { bodyOf } from "../answers.ts";
import { shareServer } from "../shared-server.ts";
import { startWithUsers } from "../two-users.ts";
import { askRaw } from "./raw-request.ts";

/** Server with public access, where callers without a credential may send bodies too. */
const shared = shareServer(async () => {
  const users = await startWithUsers();
  const opened = { generalSetting: { publicAccess: true } };
  await users.alice("PATCH", "/instance/settings/GENERAL", opened);
  return users;
});
const most = 64 * 1024;

/** Routes that accept a body without a credential. */
const paths = [
  "/api/v1/auth/signin",
  "/api/v1/auth/signup",
  "/api/v1/setup",
  "/api/v1/instance/settings:batchGet",
  "/memos.api.v1.AuthService/SignIn",
  "/sync/signIn",
  "/sync/pairing.redeem",
];

/** Forms of pages; `web/doors.test.ts` tests their limit. */
const forms = ["/connect", "/choose-password", "/sign-in", "/sign-up", "/set-up", "/sign-out"];
/** Ignores its body. */
const unread = ["/share"];

describe("a body without a credential", () => {
  test("is accepted by no other route", async () => {
    const { server } = shared();
    const open = server.routes
      .filter(({ method }) => [method].flat().some((each) => !["GET", "HEAD"].includes(each)))
      .filter(({ config }) => config?.access !== "caller" && config?.rpc === undefined)
      .map(({ url }) => url);
    const ofApi = paths.filter((path) => path.startsWith("/api/"));
    expect(new Set(open.map((url) => url.replace("::", ":")))).toEqual(
      new Set([...ofApi, "/sync/:path", ...forms, ...unread]),
    );
  });

  test.each(paths)(
    "is limited to 64 KiB, checked by its declared length before it arrives: %s",
    async (path) => {
      const { server } = shared();
      for (const type of ["application/json", "application/json;charset=utf-8"]) {
        const headers = { "content-type": type, "content-length": String(most + 1) };
        const answer = await askRaw(server.url, { method: "POST", target: path, headers });
        expect(answer.status, type).toBe(413);
      }
      // An expired credential doesn't raise the limit.
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: "tidemark_session=ended" },
        body: JSON.stringify({ password: "x".repeat(most) }),
      });
      const text = JSON.stringify(await bodyOf(response));
      // Routes that check credentials reject the expired session first.
      if (path.includes("settings")) expect(response.status).toBe(401);
      else expect([response.status, text]).toEqual([413, expect.stringContaining("is too large")]);
    },
  );

  test.each(paths)("is limited by its uncompressed size, and in forms: %s", async (path) => {
    const { server } = shared();
    const text = JSON.stringify({ password: "x".repeat(10 * most) });
    const packed = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
    const gzipped = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: await new Response(packed).arrayBuffer(),
    });
    expect(gzipped.status).toBe(413);
    const form = new FormData();
    form.set("password", "x".repeat(10 * most));
    const sent = await fetch(server.url + path, { method: "POST", body: form });
    expect(sent.status).toBe(path.startsWith("/memos.") ? 415 : 413);
  });
});
