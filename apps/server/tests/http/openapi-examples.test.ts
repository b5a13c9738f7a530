import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objectOf } from "../answers.ts";
import { cookieOf, password } from "../http-server.ts";
import { startReceiver, type Receiver } from "../receiver.ts";
import { type AskAs, listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

interface Operation {
  readonly parameters?: readonly {
    readonly in: "path" | "query" | "header";
    readonly name: string;
    readonly examples?: Readonly<Record<string, { readonly value: string }>>;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** What is asked without an example, because there is nothing to say, or in a way of its own. */
const isAskedElsewhere = (route: string): boolean =>
  ["get /api/v1/sse", "post /file/attachments"].includes(route);

/** Examples that have no success on this server, and the documented answer that they have instead. */
const refusals: Readonly<Record<string, number>> = {
  "post /api/v1/setup · current": 403,
  "get /file/users/{user}/avatar · current": 404,
};

let users: TwoUsers;
let page: Receiver;
/** What alice asks with, until she refreshes it. */
let bearer: string;
let document: Document;
let ajv: Ajv2020;
/** What the server itself named: the document can only show how such a name looks. */
const named: Record<string, string> = {};

beforeAll(async () => {
  page = await startReceiver();
  page.answer = ({ path }, response) => {
    const isPage = path === "/page";
    response.setHeader("content-type", isPage ? "text/html" : "application/json");
    response.end(isPage ? "<title>Tides</title>" : JSON.stringify({ text: "low tide at six" }));
  };
  users = await startWithUsers(
    {},
    {
      allowPrivateTargets: () => true,
      aiProvider: async () => ({ baseUrl: page.url, apiKey: "", model: "m" }),
    },
  );
  ({ bearer } = users);
  await prepare(users);
  document = (await users.nobody("GET", "/openapi.json")).body as unknown as Document;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  // The types of this package say that its function is a module.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: "document", components: document.components });
});

afterAll(async () => {
  await users[Symbol.asyncDispose]();
  await page[Symbol.asyncDispose]();
});

/** Everything that the examples speak of. */
async function prepare({ alice, bob, server }: TwoUsers): Promise<void> {
  const must = async (ask: AskAs, ...request: Parameters<AskAs>) => {
    const reply = await ask(...request);
    if (reply.status !== 200) throw new Error(`${request[1]}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const lastPart = (name: unknown): string => String(name).split("/").at(-1) ?? "";
  const content = Buffer.from("shore").toString("base64");
  for (const id of ["shore-photo", "old-photo", "older-photo"]) {
    await must(alice, "POST", `/attachments?attachmentId=${id}`, {
      filename: "shore.txt",
      type: "text/plain",
      content,
    });
  }
  await must(alice, "POST", "/memos?memoId=moon", { content: "moon" });
  const memo = await must(alice, "POST", "/memos?memoId=low-tide", {
    content: "Low tide #coast",
    visibility: "PUBLIC",
    attachments: [{ name: "attachments/shore-photo" }],
  });
  named["number"] = String(memo["id"]);
  await must(alice, "PATCH", "/memos/low-tide", { content: "Low tide at five #coast" });
  await must(bob, "POST", "/memos/low-tide/comments", { content: "hello" });
  const reaction = await must(alice, "POST", "/memos/low-tide/reactions", {
    reaction: { reactionType: "👍" },
  });
  const revisions = await alice("GET", "/memos/low-tide/revisions");
  const share = await must(alice, "POST", "/memos/low-tide/shares", {});
  const own = "/users/alice";
  const notifications = await alice("GET", `${own}/notifications`);
  const url = `${page.url}/hook`;
  await must(alice, "POST", "/spaces", { title: "Harbour", spaceId: "harbour" });
  await must(alice, "POST", "/spaces/harbour/members", { user: "bob" });
  for (const spaceId of ["lighthouse", "boatyard"]) {
    await must(alice, "POST", "/spaces", { title: spaceId, spaceId });
    await must(alice, "POST", `/spaces/${spaceId}/members`, { user: "bob", role: "ADMIN" });
    await must(alice, "DELETE", `/spaces/${spaceId}/members/alice`);
    await must(bob, "POST", `/spaces/${spaceId}/invitations`, { invitee: "alice" });
  }
  const personal = await must(alice, "POST", `${own}/personalAccessTokens`, {});
  const shortcut = { title: "s", filter: "pinned" };
  const resources = listOf(await alice("GET", "/resources?page=1"), "data");
  Object.assign(named, {
    reaction: lastPart(reaction["name"]),
    revision: lastPart(listOf(revisions, "revisions")[0]?.["name"]),
    share: lastPart(share["name"]),
    token: lastPart(share["name"]),
    notification: lastPart(listOf(notifications, "notifications")[0]?.["name"]),
    shortcut: lastPart((await must(alice, "POST", `${own}/shortcuts`, shortcut))["name"]),
    view: lastPart((await must(alice, "POST", `${own}/views`, shortcut))["name"]),
    webhook: lastPart((await must(alice, "POST", `${own}/webhooks`, { url }))["name"]),
    numbered: String((await must(alice, "POST", "/webhooks", { url }))["id"]),
    resource: String(resources.find(({ uid }) => uid === "older-photo")?.["id"]),
    accessToken: String((await must(alice, "POST", "/access-tokens", { name: "t" }))["id"]),
    personal: lastPart((personal["personalAccessToken"] as Record<string, unknown>)["name"]),
  });
  // The newer of two sessions is not the one that asks.
  server.clock.nowMs += 1000;
  await server.ask("POST", "/api/v1/auth/signin", { body: { username: "alice", password } });
  const sessions = listOf(await alice("GET", `${own}/sessions`), "sessions");
  const [newest] = sessions.toSorted((a, b) =>
    String(a["createTime"]) < String(b["createTime"]) ? 1 : -1,
  );
  named["session"] = lastPart(newest?.["name"]);
  await must(alice, "PATCH", "/instance/settings/GENERAL", {
    generalSetting: { allowSignUp: true },
  });
}

interface Request {
  readonly route: string;
  readonly example: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The requests of an operation, one for each name among its examples. */
function requestsOf(method: string, path: string, operation: Operation): Request[] {
  const content = operation.requestBody?.content["application/json"];
  const names = new Set([
    ...Object.keys(content?.examples ?? {}),
    ...(operation.parameters ?? []).flatMap(({ examples = {} }) => Object.keys(examples)),
  ]);
  const isBare = operation.requestBody === undefined && !path.includes("{");
  if (names.size === 0 && isBare) names.add("plain");
  return [...names].map((example) => {
    let asked = path;
    const query = new URLSearchParams();
    for (const parameter of operation.parameters ?? []) {
      const given = parameter.examples?.[example]?.value;
      if (given === undefined) continue;
      const value = actual(path, parameter.name, given);
      if (parameter.in === "path") {
        asked = asked.replace(`{${parameter.name}}`, encodeURIComponent(value));
      } else {
        query.set(parameter.name, value);
      }
    }
    const search = query.size > 0 ? `?${query.toString()}` : "";
    const body = content?.examples?.[example]?.value;
    const route = `${method} ${path}`;
    return { route, example, method: method.toUpperCase(), path: asked + search, body };
  });
}

function actual(path: string, name: string, example: string): string {
  if (path.startsWith("/api/v1/webhooks/")) return named["numbered"] ?? "";
  if (name === "id") return named[path.includes("personal") ? "personal" : "accessToken"] ?? "";
  if (name === "memo" && /^\d+$/.test(example)) return named["number"] ?? "";
  if (name === "url") return `${page.url}/page`;
  return named[name] ?? example;
}

/** Reads first; what takes things away comes after everything that still needs them. */
const order = ["get", "head", "post", "patch", "delete"];
const last = ["post /api/v1/auth/refresh", "post /api/v1/auth/signout"];

describe("the examples of the OpenAPI document", () => {
  test("are there for every operation, in both forms where there are two", () => {
    const without: string[] = [];
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const route = `${method} ${path}`;
        const examples = requestsOf(method, path, operation).map(({ example }) => example);
        if (examples.length === 0 && !isAskedElsewhere(route)) without.push(route);
        const isOfBoth = JSON.stringify(operation).includes("#/components/schemas/OlderError");
        const isOfCurrent = JSON.stringify(operation).includes("#/components/schemas/Status");
        if (isOfBoth && isOfCurrent) expect(examples, route).toEqual(["current", "older"]);
      }
    }
    expect(without).toEqual([]);
  });

  test("and refusals are as documented, in the form of the path", async () => {
    const refused = [
      ["get", "/api/v1/memos/{memo}", "/memos/nowhere", 404],
      ["get", "/api/v1/memos/{memo}", "/memos/999999", 404],
      ["get", "/api/v1/memos", "/memos?filter=nothing", 400],
      ["get", "/api/v1/memos", "/memos?limit=0", 400],
      ["get", "/api/v1/search", "/search?limit=x", 400],
      ["get", "/api/v1/access-tokens/{id}", "/access-tokens/nothing", 404],
    ] as const;
    for (const [method, path, asked, status] of refused) {
      const operation = document.paths[path]?.[method];
      const reply = await users.alice("GET", asked);
      expect(reply.status, asked).toBe(status);
      expect(mismatch(operation, reply.status, reply.body), asked).toBeNull();
    }
  });

  test("are answered as documented", async () => {
    const requests = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          requestsOf(method, path, operation).map((request) => ({ request, operation })),
        ),
      )
      .filter(({ request }) => !isAskedElsewhere(request.route))
      .toSorted((a, b) => rank(a.request.route) - rank(b.request.route));
    const wrong: string[] = [];
    for (const { request, operation } of requests) {
      const name = `${request.route} · ${request.example}`;
      const problem = await problemOf(request, operation, refusals[name] ?? 200);
      if (problem !== null) wrong.push(`${name}: ${problem}`);
    }
    expect(wrong).toEqual([]);
    expect(requests.length).toBeGreaterThan(100);
  });
});

function rank(route: string): number {
  const [method = ""] = route.split(" ");
  // Nobody asks with a token that has ended, and a memo goes after what hangs on it.
  if (last.includes(route)) return 1000 + last.indexOf(route);
  if (route.endsWith(":batchDelete")) return 500;
  return order.indexOf(method) * 10 - (method === "delete" ? route.split("/").length : 0);
}

async function problemOf(
  { route, path, method, body }: Request,
  operation: Operation,
  expected: number,
): Promise<string | null> {
  // The second of two deletions finds the memo in the trash.
  if (route === "delete /api/v1/memos/{memo}" || route.endsWith(":restore")) {
    const isRestore = route.endsWith("memo}:restore");
    await users.alice(
      isRestore ? "DELETE" : "POST",
      `/memos/low-tide${isRestore ? "" : ":restore"}`,
    );
  }
  const url = new URL(path, users.server.url);
  const response = await fetch(url, {
    method,
    headers: {
      ...(route === "post /api/v1/auth/refresh"
        ? { cookie: await freshCookie() }
        : { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== expected) return `${response.status} ${text.slice(0, 300)}`;
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json") || text === "") return null;
  return mismatch(operation, response.status, objectOf(text));
}

/** Of a session of its own: only a cookie is refreshed. */
async function freshCookie(): Promise<string> {
  const signedIn = await users.nobody("POST", "/auth/signin", { username: "alice", password });
  return `tidemark_session=${cookieOf(signedIn)}`;
}

/** Why an answer is not what the document says; null when it is. */
function mismatch(operation: Operation | undefined, status: number, body: unknown): string | null {
  const answer = operation?.responses[status];
  if (answer === undefined) return `${status} is not documented`;
  const schema = answer.content?.["application/json"]?.schema;
  if (schema === undefined) return null;
  const validate = ajv.compile(
    objectOf(JSON.stringify(schema).replaceAll("#/components", "document#/components")),
  );
  return validate(body) ? null : ajv.errorsText(validate.errors);
}
