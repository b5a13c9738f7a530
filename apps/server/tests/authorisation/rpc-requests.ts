import { type Rpc, rpcs } from "../../src/connect/rpc-table.ts";
import { routeRequests, type RouteRequest } from "./route-requests.ts";
import type { Thing, World } from "./world.ts";

const otherVerbs = ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "POST"];

/**
 * Requests for the Connect methods by key, with the requests and classes of their routes: permissions don't
 * depend on the protocol.
 */
export const rpcRequests: Readonly<Record<string, RouteRequest>> = {
  ...Object.fromEntries(rpcs.map((rpc) => [rpcKey(rpc), rpcRequest(rpc)])),
  ...Object.fromEntries(
    otherVerbs.map((verb) => [
      `${verb} ~/memos.api.v1.{}`,
      { policy: "open", path: () => "~/memos.api.v1.NoService/None", ok: 404 } as const,
    ]),
  ),
};

export function rpcKey({ service, method }: Rpc): string {
  return `POST ~/memos.api.v1.${service}/${method}`;
}

function rpcRequest(rpc: Rpc): RouteRequest {
  const route = routeRequests[rpc.route.replaceAll(/\{\w+\}/g, "{}")];
  if (route === undefined) throw new Error(`nobody asks ${rpc.route}`);
  return {
    ...route,
    path: () => `~/memos.api.v1.${rpc.service}/${rpc.method}`,
    body: (thing, world) => messageOf(rpc, route, thing, world),
  };
}

/** Converts the request of a route to a Connect message. */
function messageOf(rpc: Rpc, route: RouteRequest, thing: Thing, world: World): unknown {
  const { pathname, searchParams } = new URL(route.path(thing, world), world.server.url);
  const body = route.body?.(thing, world);
  const message: Record<string, unknown> = {
    ...Object.fromEntries(searchParams),
    ...(rpc.body === "*" ? (body as object) : rpc.body !== undefined && { [rpc.body]: body }),
  };
  const parts = rpc.route.split(" ")[1]?.split("/").slice(1) ?? [];
  const given = pathname.split("/").slice(1);
  // Cuts the path after the last parameter, without the verb.
  const last = parts.findLastIndex((part) => part.startsWith("{"));
  const [name] = given
    .slice(0, last + 1)
    .join("/")
    .split(":");
  if (rpc.id !== undefined) message[rpc.id] = given[last];
  if (rpc.name === undefined) return message;
  const [field = "", inner] = rpc.name.split(".");
  message[field] = inner === undefined ? name : { ...(message[field] as object), [inner]: name };
  return message;
}
