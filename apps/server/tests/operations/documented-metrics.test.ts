import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { startHttpServer } from "../http-server.ts";

const docs = resolve(import.meta.dirname, "../../../../docs/server");
const read = (file: string): string => readFileSync(resolve(docs, file), "utf8");

/** Returns the names of metrics that a running server has, including those without a value. */
async function servedNames(): Promise<string[]> {
  await using server = await startHttpServer({ metrics: { token: null } });
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${await server.alice()}` },
  });
  const text = await response.text();
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
}

/** Returns the names in a text, without the suffixes of a histogram's series. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:tidemark|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_seconds_(?:bucket|count|sum)$/, "_seconds"),
  );
}

test("the docs list the server's metrics, and alerts and dashboard use no others", async () => {
  const served = await servedNames();
  const own = served.filter((name) => name.startsWith("tidemark_"));
  const listed = [...read("monitor.md").matchAll(/^\| `(tidemark_\w+)` \|/gm)];
  expect(listed.map(([, name = ""]) => name).toSorted()).toEqual(own.toSorted());
  const text = read("monitor.md") + read("alerts.yml") + read("grafana.json");
  expect(namesIn(text).filter((name) => !served.includes(name))).toEqual([]);
  const shown = namesIn(read("grafana.json"));
  const unseen = ["tidemark_build_info", "tidemark_clock_offset_seconds"];
  expect(own.filter((name) => !shown.includes(name) && !unseen.includes(name))).toEqual([]);
});

test("each alert is described in the docs", () => {
  const alerts = [...read("alerts.yml").matchAll(/^ +- alert: (\w+)$/gm)];
  const described = [...read("monitor.md").matchAll(/^\| `(Tidemark\w+)` \|/gm)];
  expect(alerts).toHaveLength(8);
  expect(described.map(([, name]) => name)).toEqual(alerts.map(([, name]) => name));
});
