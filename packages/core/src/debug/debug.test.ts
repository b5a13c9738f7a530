import { afterEach, expect, test } from "vitest";
import { createDebug, listenToDebug } from "./debug.ts";

const lines: string[] = [];
const listen = (wanted: string | undefined) => listenToDebug(wanted, (line) => lines.push(line));

afterEach(() => {
  listen(undefined);
  lines.length = 0;
});

test("logs nothing and computes no facts until a namespace has a listener", () => {
  const sync = createDebug("sync");
  const facts = (): never => {
    throw new Error("nobody listens");
  };
  sync("pushed", facts);
  listen("outbox,feed");
  sync("pushed", facts);
  listen("");
  sync("pushed", facts);
  expect(lines).toEqual([]);
});

test("writes a line for each event of the named namespaces", () => {
  listen(" sync , outbox");
  createDebug("sync")("pushed", () => ({ sent: 2, scope: "u:alice", isFirst: false }));
  createDebug("outbox")("renumbered");
  createDebug("feed")("moved");
  expect(lines).toEqual(["sync: pushed sent=2 scope=u:alice isFirst=false", "outbox: renumbered"]);
});

test("accepts a star for all namespaces, and reports unknown names", () => {
  listen("*,tides");
  createDebug("http")("answered", () => ({ status: 200 }));
  expect(lines).toEqual([
    "debug: no tides; there are sync, outbox, feed, files, http",
    "http: answered status=200",
  ]);
});
