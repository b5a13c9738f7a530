import { describe, expect, test } from "vitest";
import { startHttpServer } from "../http-server.ts";
import { registeredKeys } from "../route-table.ts";
import { routeRequests } from "./route-requests.ts";
import { rpcRequests } from "./rpc-requests.ts";
import { testWhoMayDoWhat } from "./who-may-do-what.ts";

/** Routes without a class: the sync protocol rejects devices itself, and a HEAD equals its GET. */
const unclassed = /^\S+ ~\/sync\/|^HEAD (?!~\/file\/(?:attachments|resources))|^GET ~\/docs\/./;

describe("access of every caller", () => {
  test("is said for every route", async () => {
    await using server = await startHttpServer({ metrics: { token: null } });
    const registered = server.routes.flatMap(registeredKeys).filter((key) => !unclassed.test(key));
    const classed = [...Object.keys(routeRequests), ...Object.keys(rpcRequests)];
    expect(registered.filter((key) => !classed.includes(key))).toEqual([]);
    expect(classed.filter((key) => !registered.includes(key))).toEqual([]);
  });

  testWhoMayDoWhat(routeRequests);
});
