import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHost, type OpenHost } from "../../../apps/desktop/src/host/open-host.ts";
import { text, write } from "../../../tests/system/host-memos.ts";
import { alice, serveHere } from "../../../tests/system/in-process-server.ts";
import type { RunningServer } from "../../../apps/server/src/start-server.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCaseOf } from "./app-case.ts";

/** Server with two connected devices, in this process. Disposing closes all three. */
export interface TwoDevices extends AsyncDisposable {
  readonly server: RunningServer;
  readonly a: OpenHost;
  readonly b: OpenHost;
}

/** Starts a server and two devices of one account. */
export async function twoDevices(): Promise<TwoDevices> {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  const server = await serveHere(join(folder, "server"));
  const open = async (name: string): Promise<OpenHost> => {
    await mkdir(join(folder, name));
    const host = await openHost({ dir: join(folder, name) });
    await host.app.connect({ url: server.url, ...alice });
    await host.app.syncNow();
    return host;
  };
  const [a, b] = [await open("a"), await open("b")];
  return {
    server,
    a,
    b,
    async [Symbol.asyncDispose]() {
      await a.close();
      await b.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Edits a memo on two devices while they are offline and compares the merged text and the history. */
export async function runMergeCase({ base, a, b, expect }: AppCaseOf<"merge">): Promise<Seen> {
  await using devices = await twoDevices();
  const id = await write(devices.a, base);
  await devices.a.app.syncNow();
  await devices.b.app.syncNow();
  for (const [host, content] of [
    [devices.a, a],
    [devices.b, b],
  ] as const) {
    await host.app.setPaused(true);
    const edited = await host.app.updateMemo(id, { content });
    if (!edited.ok) return edited.error.message;
  }
  for (const host of [devices.a, devices.b]) {
    await host.app.setPaused(false);
    await host.app.syncNow();
  }
  await devices.a.app.syncNow();
  const [merged, other] = [await text(devices.a, id), await text(devices.b, id)];
  if (merged !== other) return `the devices have ${merged} and ${other}`;

  const revisions = await devices.a.app.listRevisions(id);
  if (!revisions.ok) return revisions.error.message;
  const texts = [merged, ...revisions.value.map(({ content }) => content)];
  const { wordsOf, revisionsInclude, revisionsLack } = expect;
  // Both texts must be in the history wherever one of them was replaced.
  const included = wordsOf === undefined ? revisionsInclude : [...revisionsInclude, a, b];
  const lacking = included.filter((each) => !texts.includes(each));
  const made = texts.filter(
    (each) => revisionsLack.includes(each) || !isOfWords(each, [...(wordsOf ?? [each]), base]),
  );
  const unmarked = wordsOf === undefined ? [] : await withoutNote(devices, id);
  const checks = [
    expect.text !== undefined && merged !== expect.text ? `merged: ${merged}` : "",
    ...expect.has.filter((part) => !merged.includes(part)).map((part) => `lacks ${part}`),
    wordsOf !== undefined && !isOfWords(merged, wordsOf) ? `neither wrote: ${merged}` : "",
    lacking.length > 0 ? `not in the history: ${lacking.join(" | ")}` : "",
    made.length > 0 ? `in the history, but not written: ${made.join(" | ")}` : "",
    unmarked.length > 0 ? `no note of the merge on ${unmarked.join(" and ")}` : "",
  ].filter((wrong) => wrong !== "");
  return checks.length === 0 ? null : checks.join("; ");
}

function isOfWords(text: string, sources: readonly string[]): boolean {
  return text
    .split(/\s+/)
    .every((word) => sources.some((source) => source.split(/\s+/).includes(word)));
}

async function withoutNote({ a, b }: TwoDevices, id: string): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, host] of Object.entries({ a, b })) {
    const memo = await host.app.getMemo(id);
    if (!memo.ok || !memo.value.isMerged) missing.push(name);
  }
  return missing;
}
