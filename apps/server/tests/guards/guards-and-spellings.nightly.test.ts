import { afterAll, beforeAll, expect, test } from "vitest";
import { policies } from "../authorisation/policies.ts";
import { routeRequests } from "../authorisation/route-requests.ts";
import { startWorld, type World } from "../authorisation/world.ts";
import { cookieOf, startHttpServer } from "../http-server.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { askRaw, type RawAnswer, type RawRequest } from "./raw-request.ts";
import { spellingsOf } from "./spellings.ts";

/** Limits too large to reach; every counted response has the remaining number of one of them. */
const limits = { rateLimitAnonymous: 1_000_000, rateLimitSignIn: 2_000_000 };

let world: World;
beforeAll(async () => {
  world = await startWorld(limits);
});
afterAll(() => world[Symbol.asyncDispose]());

interface Route {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** True if the route is open without a credential. */
  readonly isOpen: boolean;
}

/** Returns every route with a request that succeeds. */
function allRoutes(): Route[] {
  const [thing] = world.things;
  if (thing === undefined) throw new Error("there is nothing");
  const routes = Object.entries(routeRequests).flatMap(([key, route]): Route[] => {
    const [method = ""] = key.split(" ");
    const written = route.path(thing, world);
    const [path = "", query] = (
      written.startsWith("~") ? written.slice(1) : `/api/v1${written}`
    ).split("?");
    const body = route.body?.(thing, world);
    const isOpen = policies[route.policy]("nobody", thing, 200) === 200;
    const asked = {
      method,
      path,
      query: query === undefined ? "" : `?${query}`,
      body: body === undefined ? "" : JSON.stringify(body),
      isOpen,
    };
    return method === "GET" ? [asked, { ...asked, method: "HEAD" }] : [asked];
  });
  const ofDevices = ["GET /hello", "POST /push", "POST /pull", "GET /poke", "GET /devices"].concat([
    "GET /carets",
    "POST /moveCaret",
    "POST /blobs",
    "HEAD /blobs/x",
    "PATCH /blobs/x",
    "DELETE /blobs/x",
    "POST /blobs/",
  ]);
  for (const each of ofDevices) {
    const [method = "", path = ""] = each.split(" ");
    const body = method === "POST" ? "{}" : "";
    routes.push({ method, path: `/sync${path}`, query: "", body, isOpen: false });
  }
  return routes;
}

type Spelled = { readonly route: Route; readonly request: RawRequest };

function everySpelling(routes: readonly Route[], headers: Record<string, string>): Spelled[] {
  const { host } = new URL(world.server.url);
  return routes.flatMap((route) =>
    spellingsOf(route.path, host).map((target) => ({
      route,
      request: {
        method: route.method,
        target: target + route.query,
        headers,
        body: route.body,
      },
    })),
  );
}

/** Sends all requests, a few at a time. */
async function askAll(
  spelled: readonly Spelled[],
  look: (answer: RawAnswer, asked: Spelled) => void,
): Promise<void> {
  const waiting = spelled.values();
  const worker = async (): Promise<void> => {
    for (const asked of waiting) look(await askRaw(world.server.url, asked.request), asked);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

const isSuccess = ({ status }: RawAnswer): boolean => status >= 200 && status < 300;
/** Paths whose responses have no headers of the API's limit. */
const isUncounted =
  /^\/(?:healthz|readyz|metrics|docs|file|fonts|sync|assets|icons|frames|manifest|service-worker|share|THIRD-PARTY-NOTICES)\b/;

test(
  "no spelling of any route's path bypasses the guards without a credential, or the rate limits",
  { timeout: 120_000 },
  async () => {
    const wrong: string[] = [];
    const left = new Set<string>();
    let counted = 0;
    const spelled = everySpelling(allRoutes(), {});
    await askAll(spelled, (answer, { route, request }) => {
      const said = `${request.method} ${request.target}: ${answer.status}`;
      if (isSuccess(answer) && !route.isOpen) wrong.push(said);
      // The HTTP parser rejected the request before routing.
      if (answer.status === 400 && !answer.headers.has("x-frame-options")) return;
      const remaining = answer.headers.get("x-ratelimit-remaining");
      if (remaining !== undefined) {
        counted += 1;
        left.add(remaining);
      } else if (!isUncounted.test(route.path)) wrong.push(`${said}, not counted`);
    });
    expect(wrong).toEqual([]);
    expect(counted).toBeGreaterThan(spelled.length / 2);
    // With PostgreSQL, the remaining number is known per block, which several responses may share.
    expect(left.size).toBeGreaterThan(isPostgres ? counted / 4 : counted - 1);
  },
);

test(
  "no spelling of any route's path lets another site write with a cookie",
  { timeout: 120_000 },
  async () => {
    const cookie = cookieOf(await world.signIn("owner"));
    const routes = allRoutes().filter(({ method }) => !["GET", "HEAD"].includes(method));
    const headers = { cookie: `tidemark_session=${cookie}`, origin: "https://evil.example" };
    const wrong: string[] = [];
    await askAll(everySpelling(routes, headers), (answer, { request }) => {
      if (isSuccess(answer)) wrong.push(`${request.method} ${request.target}: ${answer.status}`);
    });
    expect(wrong).toEqual([]);
    // The same write succeeds from the server's own site.
    const own = await askRaw(world.server.url, {
      method: "POST",
      target: "/api/v1/%6demos",
      headers: { cookie: `tidemark_session=${cookie}`, origin: world.server.url },
      body: JSON.stringify({ content: "mine" }),
    });
    expect(own.status).toBe(200);
  },
);

test("files and the sync protocol are rate-limited for every spelling of their paths", async () => {
  for (const path of ["/file/attachments/x/y", "/sync/hello", "/sync/blobs/x"]) {
    await using server = await startHttpServer({ rateLimitAnonymous: 3 });
    const method = path.includes("blobs") ? "HEAD" : "GET";
    const ask = (target: string) => askRaw(server.url, { method, target });
    const targets = [path, path.replace("e", "%65"), `http://x${path}`, path.replace("/", "/%")];
    const encoded = [path.replace("s", "%73"), path.replace("l", "%6C")];
    // Anonymous callers may load twenty times as many files, because share pages contain pictures.
    const limit = path.startsWith("/file/") ? 60 : 3;
    for (let n = 3; n < limit; n++) expect((await ask(path)).status).not.toBe(429);
    for (const target of [...targets.slice(0, 2), ...encoded.slice(0, 1)]) {
      expect((await ask(target)).status, target).not.toBe(429);
    }
    for (const target of [targets[2] ?? "", encoded[1] ?? "", path]) {
      expect((await ask(target)).status, target).toBe(429);
    }
  }
});
