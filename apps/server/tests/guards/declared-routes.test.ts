import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import {
  declareRoutes,
  installRouteDeclarations,
} from "../../src/http/routing/route-declaration.ts";
import { startHttpServer } from "../http-server.ts";

const handler = async (): Promise<string> => "here";

describe("an application does not start", () => {
  test("with a route that does not say who may call it", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    app.get("/said", { config: { family: "api", access: "caller" } }, handler);
    app.post("/unsaid", handler);
    await expect(app.ready()).rejects.toThrow(/declare who may call them: POST \/unsaid$/);
  });

  test("with one that says whose it is, and not who may call it", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    app.get("/half", { config: { family: "api" } }, handler);
    await expect(app.ready()).rejects.toThrow(/GET \/half, HEAD \/half$/);
  });

  test("with one that asks for a caller where nothing looks for one", async () => {
    const app = fastify();
    installRouteDeclarations(app);
    await app.register(async (scope) => {
      declareRoutes(scope, { family: "health", access: "anyone" });
      scope.get("/open", handler);
      scope.get("/closed", { config: { access: "caller" } }, handler);
    });
    await expect(app.ready()).rejects.toThrow(/: GET \/closed, HEAD \/closed$/);
  });

  test("in which the plugin above declares what the route leaves out, it does", async () => {
    const app = fastify();
    const routes = installRouteDeclarations(app);
    await app.register(async (scope) => {
      declareRoutes(scope, { family: "api", access: "caller" });
      scope.get("/plain", handler);
      scope.get("/open", { config: { access: "anyone" } }, handler);
    });
    await app.ready();
    expect(routes.map(({ config }) => `${config?.family} ${config?.access}`)).toEqual([
      "api caller",
      "api caller",
      "api anyone",
      "api anyone",
    ]);
  });
});

describe("what is no route", () => {
  test.each([
    ["POST", "/api/v1/nope", 404],
    ["POST", "/nope", 404],
    ["PATCH", "/docs/nope", 404],
    ["PUT", "/api/v1/memos", 405],
  ])("%s %s is answered before its body is looked at", async (method, path, status) => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    for (const body of ['{"content":', "x".repeat(9 * 1024 * 1024)]) {
      const reply = await server.ask(method, path, { bearer, body });
      expect(reply.status).toBe(status);
    }
  });

  test("is counted and judged like the API, wherever it is", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 2 });
    const ask = async (path: string, bearer?: string) =>
      (await server.ask("GET", path, { ...(bearer !== undefined && { bearer }) })).status;
    expect(await ask("/nope")).toBe(404);
    expect(await ask("/%61pi/v1/nope", "memos_pat_nobodys")).toBe(401);
    expect(await ask("//api/v1/memos")).toBe(429);
  });
});
