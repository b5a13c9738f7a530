import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startHttpServer } from "../http-server.ts";

interface Operation {
  readonly summary?: string;
  readonly parameters?: { name: string; in: string; required?: boolean }[];
  readonly requestBody?: object;
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

async function readDocument() {
  await using server = await startHttpServer();
  const { status, body } = await server.ask("GET", "/api/v1/openapi.json");
  expect(status).toBe(200);
  return body as unknown as {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
}

describe("the OpenAPI document", () => {
  test("has version 3.1 and covers each route with its methods", async () => {
    const document = await readDocument();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: "Tidemark", version: "1.2.3" });
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes).toEqual(
      expect.arrayContaining([
        "POST /api/v1/setup",
        "POST /api/v1/auth/signin",
        "POST /api/v1/auth/signup",
        "POST /api/v1/auth/refresh",
        "POST /api/v1/auth/signout",
        "GET /api/v1/auth/me",
        "GET /api/v1/auth/status",
        "POST /api/v1/access-tokens",
        "GET /api/v1/access-tokens",
        "GET /api/v1/access-tokens/{id}",
        "DELETE /api/v1/access-tokens/{id}",
        "GET /api/v1/memos",
        "POST /api/v1/memos",
        "GET /api/v1/memos/{memo}",
        "PATCH /api/v1/memos/{memo}",
        "DELETE /api/v1/memos/{memo}",
        "POST /api/v1/memos/{memo}:restore",
        "GET /api/v1/memos/{memo}/comments",
        "POST /api/v1/memos/{memo}/comments",
        "GET /api/v1/memos/{memo}/relations",
        "PATCH /api/v1/memos/{memo}/relations",
        "GET /api/v1/memos/{memo}/reactions",
        "POST /api/v1/memos/{memo}/reactions",
        "DELETE /api/v1/memos/{memo}/reactions/{reaction}",
        "GET /api/v1/memos/{memo}/shares",
        "POST /api/v1/memos/{memo}/shares",
        "DELETE /api/v1/memos/{memo}/shares/{share}",
        "GET /api/v1/shares/{token}/memo",
        "GET /api/v1/memos/{memo}/revisions",
        "POST /api/v1/memos/{memo}/revisions/{revision}:restore",
        "GET /api/v1/memos/-/linkMetadata",
        "POST /api/v1/memos/-/linkMetadata:batchGet",
        "GET /api/v1/users",
        "POST /api/v1/users",
        "GET /api/v1/users/{user}",
        "PATCH /api/v1/users/{user}",
        "DELETE /api/v1/users/{user}",
        "POST /api/v1/users:batchGet",
        "GET /api/v1/users/{user}:getStats",
        "GET /api/v1/users:stats",
        "GET /api/v1/users/{user}/sessions",
        "DELETE /api/v1/users/{user}/sessions/{session}",
        "GET /api/v1/users/{user}/personalAccessTokens",
        "POST /api/v1/users/{user}/personalAccessTokens",
        "DELETE /api/v1/users/{user}/personalAccessTokens/{id}",
        "GET /api/v1/users/{user}/settings",
        "GET /api/v1/users/{user}/settings/{setting}",
        "PATCH /api/v1/users/{user}/settings/{setting}",
        "GET /api/v1/users/{user}/shortcuts",
        "POST /api/v1/users/{user}/shortcuts",
        "GET /api/v1/users/{user}/shortcuts/{shortcut}",
        "PATCH /api/v1/users/{user}/shortcuts/{shortcut}",
        "DELETE /api/v1/users/{user}/shortcuts/{shortcut}",
        "GET /api/v1/users/{user}/views",
        "POST /api/v1/users/{user}/views",
        "GET /api/v1/users/{user}/views/{view}",
        "PATCH /api/v1/users/{user}/views/{view}",
        "DELETE /api/v1/users/{user}/views/{view}",
        "GET /api/v1/users/{user}/notifications",
        "PATCH /api/v1/users/{user}/notifications/{notification}",
        "DELETE /api/v1/users/{user}/notifications/{notification}",
        "GET /api/v1/spaces",
        "POST /api/v1/spaces",
        "GET /api/v1/spaces/{space}",
        "PATCH /api/v1/spaces/{space}",
        "DELETE /api/v1/spaces/{space}",
        "GET /api/v1/spaces/{space}/members",
        "POST /api/v1/spaces/{space}/members",
        "GET /api/v1/spaces/{space}/members/{user}",
        "PATCH /api/v1/spaces/{space}/members/{user}",
        "DELETE /api/v1/spaces/{space}/members/{user}",
        "GET /api/v1/spaces/{space}/invitations",
        "POST /api/v1/spaces/{space}/invitations",
        "GET /api/v1/spaces/{space}/invitations/{invitation}",
        "DELETE /api/v1/spaces/{space}/invitations/{invitation}",
        "POST /api/v1/spaces/{space}/invitations/{invitation}:accept",
        "POST /api/v1/spaces/{space}/invitations/{invitation}:decline",
        "GET /api/v1/users/{user}/spaceInvitations",
        "GET /api/v1/instance/settings/{key}",
        "PATCH /api/v1/instance/settings/{key}",
        "POST /api/v1/instance/settings:batchGet",
        "GET /api/v1/identity-providers",
        "GET /api/v1/users/{user}/linkedIdentities",
        "GET /api/v1/instance/stats",
        "GET /file/users/{user}/avatar",
        "GET /api/v1/users/{user}/webhooks",
        "POST /api/v1/users/{user}/webhooks",
        "GET /api/v1/users/{user}/webhooks/{webhook}",
        "PATCH /api/v1/users/{user}/webhooks/{webhook}",
        "DELETE /api/v1/users/{user}/webhooks/{webhook}",
        "GET /api/v1/users/{user}/webhooks/{webhook}:getSigningSecret",
        "GET /api/v1/users/{user}/webhooks/{webhook}/deliveries",
        "GET /api/v1/webhooks",
        "POST /api/v1/webhooks",
        "GET /api/v1/webhooks/{id}",
        "PATCH /api/v1/webhooks/{id}",
        "DELETE /api/v1/webhooks/{id}",
        "GET /api/v1/webhooks/{id}:getSigningSecret",
        "GET /api/v1/search",
        "GET /api/v1/tags",
        "GET /api/v1/tags/stats",
        "GET /api/v1/sse",
        "POST /api/v1/ai:transcribe",
        "GET /api/v1/instance/profile",
        "GET /api/v1/system/info",
        "GET /api/v1/openapi.json",
      ]),
    );
    expect(routes.filter((route) => !/ \/(?:api\/v1|file)\//.test(route))).toEqual([]);
  });

  test("describes every operation, its path parameters and its error responses", async () => {
    const { paths } = await readDocument();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`;
        expect(operation.summary, name).toBeTruthy();
        const inPath = (operation.parameters ?? [])
          .filter((parameter) => parameter.in === "path" && parameter.required === true)
          .map((parameter) => `{${parameter.name}}`);
        expect(path.match(/\{\w+\}/g) ?? [], name).toEqual(inPath);
        expect(Object.keys(operation.responses), name).toContain("default");
      }
    }
  });

  test("has no dangling reference", async () => {
    const document = await readDocument();
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    let count = 0;
    for (const [, reference = ""] of references) {
      count += 1;
      const name = reference.replace("#/components/schemas/", "");
      expect(Object.keys(document.components.schemas), reference).toContain(name);
    }
    expect(count).toBeGreaterThan(0);
  });

  test("lists the parameters of the list of memos", async () => {
    const { paths } = await readDocument();
    const names = paths["/api/v1/memos"]?.["get"]?.parameters?.map((parameter) => parameter.name);
    const current = [
      "explain",
      "filter",
      "orderBy",
      "pageSize",
      "pageToken",
      "showDeleted",
      "state",
    ];
    const older = ["limit", "order", "page", "tag", "visibility"];
    expect(new Set(names)).toEqual(new Set([...current, ...older]));
  });

  test("describes both forms of a memo's path, the older one marked", async () => {
    const { paths } = await readDocument();
    expect(Object.keys(paths)).not.toContain("/api/v1/memos/{id}");
    for (const [path, method] of [
      ["/api/v1/memos", "get"],
      ["/api/v1/memos/{memo}", "get"],
      ["/api/v1/memos/{memo}", "patch"],
    ] as const) {
      const text = JSON.stringify(paths[path]?.[method]);
      expect(text).toContain('"older form"');
      expect(text).toContain("#/components/schemas/OlderMemo");
      expect(text).toContain("#/components/schemas/OlderError");
      expect(text).toContain("#/components/schemas/Status");
    }
  });

  test("is generated by the first request, even if several arrive at once", async () => {
    await using server = await startHttpServer();
    const paths = ["/docs/", "/docs/json", "/api/v1/openapi.json", "/docs/static/swagger-ui.css"];
    const answers = await Promise.all(paths.map((path) => fetch(`${server.url}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [, json, document] = await Promise.all(answers.map((answer) => answer.text()));
    expect(json).toBe(document);
  });

  test("can be read as a page at /docs", async () => {
    await using server = await startHttpServer();
    const page = await fetch(`${server.url}/docs/`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    const json = await fetch(`${server.url}/docs/json`);
    expect(await json.json()).toMatchObject({ openapi: "3.1.0" });
    const style = await fetch(`${server.url}/docs/static/swagger-ui.css`);
    expect(style.headers.get("content-type")).toContain("text/css");
    expect(style.headers.get("etag")).not.toBeNull();
    const missing = await fetch(`${server.url}/docs/static/nowhere.css`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: 5 });
  });

  test("is compressed and rate-limited", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 1 });
    const paths = ["/docs/json", "/docs/json?x=1", "/docs/json", "/docs/static/swagger-ui.css"];
    for (const path of [...paths, ...paths]) {
      const answer = await fetch(server.url + path);
      expect(answer.headers.get("content-encoding"), path).toBe("gzip");
      expect(answer.headers.get("vary"), path).toContain("accept-encoding");
      expect((await answer.text()).length, path).toBeGreaterThan(100_000);
    }
    const plain = await fetch(`${server.url}/docs/json`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.json()).toMatchObject({ openapi: "3.1.0" });
    const none = await fetch(`${server.url}/docs/json`, {
      headers: { "accept-encoding": "br, gzip;q=0" },
    });
    expect(none.headers.get("content-encoding")).toBeNull();
    const sheet = `${server.url}/docs/static/swagger-ui.css`;
    const etag = (await fetch(sheet)).headers.get("etag") ?? "";
    // Uses `http.get`, because `fetch` bypasses caches if the request has such a header.
    const [same] = (await once(get(sheet, { headers: { "if-none-match": etag } }), "response")) as [
      IncomingMessage,
    ];
    expect(same.resume().statusCode).toBe(304);
    // The limit is the same as for the files of pages: twenty times the API's limit per address.
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await fetch(`${server.url}/docs/json`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test("returns the usual errors for bad paths of the page", async () => {
    await using server = await startHttpServer();
    const asked = async (path: string, headers = {}): Promise<[number, unknown]> => {
      const request = get(`${server.url}/`, { path, headers });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      const body = z.object({ code: z.int() }).safeParse(await json(answer).catch(() => null));
      return [answer.statusCode ?? 0, body.data?.code];
    };
    expect(await asked("/docs/static/%00")).toEqual([400, 3]);
    expect(await asked("/docs/static//x")).toEqual([404, 5]);
    const far = { range: "bytes=99999999-" };
    expect(await asked("/docs/static/swagger-ui.css", far)).toEqual([400, 3]);
    expect(await asked("/docs/static/../../api/v1/memos")).toEqual([404, 5]);
    expect(await asked("/docs/static/%2e%2e/json")).toEqual([404, 5]);
  });
});
