import { expect, test } from "vitest";
import { startHttpServer } from "../http-server.ts";
import { registeredKeys, routeKey, routeTable } from "../route-table.ts";

/** Routes that aren't in the table, with the reason. */
const besideTheTable: readonly (readonly [route: RegExp, why: string])[] = [
  [/^HEAD /, "what GET answers, without the body"],
  [/ ~\/sync\/\{\}$/, "the protocol between devices and the server, which has its own document"],
  [/ ~\/sync\/blobs(?:\/\{\})?$/, "files on their way, as tus 1.0 has it"],
  [/ ~\/memos\.api\.v1\./, "the same routes as methods of Connect, and what is no method"],
  [/^GET ~\/fonts\//, "the faces that pages are set in"],
  [
    /^GET ~\/(?:assets|icons|frames|manifest\.|service-worker\.|THIRD-PARTY)/,
    "files of the app's page",
  ],
  [/^POST \/users\/\{\}:createPasswordLink$/, "memos has no links for choosing a password"],
  [/^POST \/users\/\{\}:signOut$/, "all sessions of an account, which memos ends one by one"],
  [/^GET ~\/docs\/./, "parts of the page at /docs"],
];

test("every row of the table of routes is served, and nothing else without a reason", async () => {
  await using server = await startHttpServer({ metrics: { token: null } });
  const registered = new Set(server.routes.flatMap(registeredKeys));
  const table = routeTable.map(routeKey);
  expect(new Set(table).size).toBe(table.length);
  expect(table.filter((key) => !registered.has(key))).toEqual([]);
  const isExplained = (key: string): boolean => besideTheTable.some(([route]) => route.test(key));
  expect([...registered].filter((key) => !table.includes(key) && !isExplained(key))).toEqual([]);
});
