import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from "vitest";
import * as passwordHash from "../../src/auth/password-hash.ts";
import { bodyOf, headersOfEach } from "../answers.ts";
import { password } from "../http-server.ts";
import { type AskAs, startWithUsers, type TwoUsers } from "../two-users.ts";

// Known bugs of similar servers that no other test covers.

let users: TwoUsers;
let verifyPassword: MockInstance<typeof passwordHash.verifyPassword>;
beforeAll(async () => {
  // The server reads this function when it starts.
  verifyPassword = vi.spyOn(passwordHash, "verifyPassword");
  users = await startWithUsers();
  const file = { filename: "a.txt", content };
  await users.alice("POST", "/attachments?attachmentId=a", file);
});
afterAll(async () => {
  verifyPassword.mockRestore();
  await users[Symbol.asyncDispose]();
});

const content = Buffer.from("bytes").toString("base64");

describe("the name of a file", () => {
  test.each([
    "../etc/passwd",
    "..",
    ".",
    "a/b.txt",
    "a\\b.txt",
    "nul\0.txt",
    "line\nbreak.txt",
    "tab\t.txt",
    "\u0085.txt",
    "",
  ])("is rejected if it contains a path or breaks a header · %j", async (filename) => {
    const { alice, server, bearer } = users;
    const made = await alice("POST", "/attachments", { filename, content });
    expect(made).toMatchObject({ status: 400, body: { code: 3 } });
    expect((await alice("PATCH", "/attachments/a", { filename })).status).toBe(400);
    expect((await alice("GET", "/attachments/a")).body["filename"]).toBe("a.txt");

    // Writes the form by hand, because scripts can send filenames that browsers don't.
    const form = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="'),
      Buffer.from(filename),
      Buffer.from('"\r\n\r\nbytes\r\n--x--\r\n'),
    ]);
    const uploaded = await fetch(`${server.url}/file/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      body: form,
    });
    const answer = await bodyOf(uploaded);
    // The form parser reduces a path to its last part, which may be a valid name.
    if (uploaded.status === 200) expect(answer["filename"]).toMatch(/^[^/\\\p{Cc}]+$/u);
    else expect(uploaded.status).toBe(400);
  });

  test("in a URL never leads to another file", async () => {
    const { server, bearer } = users;
    for (const name of ["..%2f..%2ftidemark.db", "%2e%2e/tidemark.db", "%00", "x/../../secret"]) {
      const response = await fetch(`${server.url}/file/attachments/a/${name}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      const text = await response.text();
      if (response.status === 200) expect(text, name).toBe("bytes");
      else expect([400, 404], name).toContain(response.status);
    }
    for (const id of ["..%2fa", "%2e%2e", "a%00"]) {
      const response = await fetch(`${server.url}/file/attachments/${id}/a.txt`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect([400, 404], id).toContain(response.status);
    }
  });
});

describe("the existence of an account", () => {
  test("isn't revealed by the response to a sign-in or the work it takes", async () => {
    const { server } = users;
    const signIn = async (username: string) => {
      verifyPassword.mockClear();
      const { status, body, headers } = await server.ask("POST", "/api/v1/auth/signin", {
        body: { username, password: "wrong password" },
      });
      const shown = [...headers].filter(([name]) => !headersOfEach.has(name));
      return { status, body, shown, hashes: verifyPassword.mock.calls.length };
    };
    const known = await signIn("alice");
    expect(known).toMatchObject({ status: 401, hashes: 1 });
    for (const username of ["nobody", "ALICE", "users/alice", "1", "a b", ""]) {
      expect(await signIn(username), username).toEqual(known);
    }
  });

  test("isn't revealed by a closed sign-up", async () => {
    const { server } = users;
    const answers = new Set<string>();
    for (const username of ["alice", "somebody-new", "not a name"]) {
      const { status, body } = await server.ask("POST", "/api/v1/auth/signup", {
        body: { username, password },
      });
      answers.add(JSON.stringify({ status, body }));
    }
    expect([...answers]).toEqual([expect.stringContaining('"status":403')]);
  });
});

describe("a page token", () => {
  async function tokenOf(ask: AskAs, path: string): Promise<string> {
    return String((await ask("GET", path)).body["nextPageToken"]);
  }

  test("is rejected if any of its characters is changed", async () => {
    const { alice } = users;
    for (const content of ["a", "b", "c"]) await alice("POST", "/memos", { content });
    const token = await tokenOf(alice, "/memos?pageSize=1");
    expect(token).not.toBe("");
    const wrong: string[] = [];
    for (let i = 0; i < token.length; i += 1) {
      const other = token[i] === "A" ? "B" : "A";
      const altered = token.slice(0, i) + other + token.slice(i + 1);
      const { status } = await alice("GET", `/memos?pageSize=1&pageToken=${altered}`);
      if (status !== 400) wrong.push(`${i}: ${status}`);
    }
    // The last character of base64 has unused bits.
    expect(wrong.filter((each) => !each.startsWith(`${token.length - 1}:`))).toEqual([]);
    for (const cut of ["x", token.slice(1), token.slice(0, -2), token + token, "%00", "{}"]) {
      const { status } = await alice("GET", `/memos?pageToken=${encodeURIComponent(cut)}`);
      expect(status, cut).toBe(400);
    }
  });

  test("is bound to its filter, order, state and list, and gives others no access", async () => {
    const { alice, bob } = users;
    for (const content of ["a", "b", "c"]) await alice("POST", "/memos", { content });
    const token = await tokenOf(alice, "/memos?pageSize=1");
    for (const path of [
      "/memos?filter=pinned&",
      "/memos?orderBy=name&",
      "/memos?state=ARCHIVED&",
      "/memos?showDeleted=true&",
      "/attachments?",
      "/users?",
      "/access-tokens?",
      "/users/alice/notifications?",
    ]) {
      expect((await alice("GET", `${path}pageToken=${token}`)).status, path).toBe(400);
    }
    const others = await bob("GET", `/memos?pageToken=${token}`);
    expect(JSON.stringify(others.body)).not.toContain('"content"');
  });
});

describe("two concurrent create requests", () => {
  test.each<readonly [string, string, (i: number) => object]>([
    ["attachments", "/attachments?attachmentId=same", () => ({ filename: "a", content: "YQ==" })],
    ["comments", "/memos/parent/comments?commentId=same", (i) => ({ content: `${i}` })],
    ["accounts", "/users", (i) => ({ username: i === 0 ? "same" : "SAME", password })],
    ["spaces", "/spaces?spaceId=same", (i) => ({ title: `${i}` })],
  ])("with one name create one thing and return one 409 · %s", async (_kind, path, body) => {
    await users.alice("POST", "/memos?memoId=parent", { content: "" });
    const made = await Promise.all([0, 1].map((i) => users.alice("POST", path, body(i))));
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("of one reaction create one", async () => {
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=liked", { content: "", visibility: "PUBLIC" });
    const body = { reaction: { reactionType: "👍" } };
    const made = await Promise.all(
      [0, 1, 2].map(() => bob("POST", "/memos/liked/reactions", body)),
    );
    expect(new Set(made.map((reply) => reply.body["name"])).size).toBe(1);
    expect((await alice("GET", "/memos/liked/reactions")).body["reactions"]).toHaveLength(1);
  });
});

describe("a URL for the server to request", () => {
  test.each([
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://①②⑦.⓪.⓪.①/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://0.0.0.0/",
    "http://169.254.169.254/",
    "http://localhost./",
    "http://user:pass@10.0.0.1/",
    "https://192.168.0.1\\@example.com/",
    "gopher://8.8.8.8/",
    "file:///etc/passwd",
  ])(
    "with a private address in unusual notation is rejected for webhooks and link previews · %s",
    async (url) => {
      const { bob } = users;
      expect((await bob("POST", "/users/bob/webhooks", { url })).status).toBe(400);
      expect((await bob("POST", "/webhooks", { name: "x", url })).status).toBe(400);
      const asked = `/memos/-/linkMetadata?url=${encodeURIComponent(url)}`;
      expect((await bob("GET", asked)).status).toBe(400);
    },
  );
});
