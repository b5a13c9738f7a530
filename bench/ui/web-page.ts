import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import type { Corpora } from "../corpus-file.ts";
import { readerUsername } from "../corpus.ts";
import { accountPassword, startHttpServer } from "../http-server.ts";
import { addProbe } from "./probe.ts";

/** The app in a browser, synced with a server that has a corpus. */
export interface WebPage extends AsyncDisposable {
  readonly page: Page;
  /** From the click on *Sign in* to the first 50 memos painted. */
  readonly firstShownSeconds: number;
  /** Processor time of the browser's workers until everything was synced. */
  readonly firstSyncCpuMs: number;
  /** Memory of scripts in the page and its worker. */
  heapMB(): Promise<number>;
}

/** Starts a server on the corpus, signs its owner in with a new browser, and waits until all is synced. */
export async function openWebPage(corpora: Corpora): Promise<WebPage> {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await startHttpServer(corpora, "one-owner"));
  // Imported lazily: a process can load only one copy, and `--beside` loads that of another checkout.
  const { chromium } = await import("@playwright/test");
  const { chromiumLaunchOptions } = await import("../../scripts/chromium.ts");
  // A profile on disk, as users have. In a private context each read of the database would be a call to another
  // process, and no code would be cached.
  const profile = opening.use(await mkdtempDisposable(join(tmpdir(), "tidemark-bench-browser-")));
  const context = await chromium.launchPersistentContext(profile.path, {
    ...chromiumLaunchOptions(),
    args: [...chromiumLaunchOptions().args, "--disable-smooth-scrolling"],
    viewport: { width: 1280, height: 800 },
    timezoneId: "UTC",
  });
  opening.defer(() => context.close());
  const page = await context.newPage();
  await addProbe(page);
  const username = page.getByLabel("Username");
  do {
    await page.goto(server.url);
  } while (!(await username.isVisible()));
  await username.fill(readerUsername);
  await page.getByLabel("Password").fill(accountPassword);
  const startMs = performance.now();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("feed", { name: "Memos" }).getByRole("article").first().waitFor();
  await page.evaluate(() => window.probe.painted());
  const firstShownSeconds = (performance.now() - startMs) / 1000;
  const isSynced = page.getByRole("button", { name: /^Sync: Synced/ });
  await isSynced.waitFor({ timeout: 600_000 });
  // No other page here has workers.
  const firstSyncCpuMs = await workersMs(process.pid);
  const devtools = await page.context().newCDPSession(page);
  const held = opening.move();
  return {
    page,
    firstShownSeconds,
    firstSyncCpuMs,
    heapMB: () => heapMB(devtools),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const tickMs = 10;

/** Returns the processor time of the threads of workers in a process and its children. */
async function workersMs(pid: number): Promise<number> {
  let sum = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => "");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    if (!name.startsWith("DedicatedWorker")) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    sum += (Number(fields[11]) + Number(fields[12])) * tickMs;
  }
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const child of children.split(" ").filter((each) => each.trim() !== "")) {
    sum += await workersMs(Number(child)).catch(() => 0);
  }
  return sum;
}

const heapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number().optional() });
/** Message of a worker: an answer, or an event without a result. */
const workerMessage = z.object({ result: heapUsage.optional() });
type HeapUsage = z.infer<typeof heapUsage>;

async function heapMB(devtools: CDPSession): Promise<number> {
  const own: HeapUsage = await devtools.send("Runtime.getHeapUsage");
  const workers: Promise<HeapUsage>[] = [];
  const answers = new Map<string, (usage: HeapUsage) => void>();
  devtools.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
    const { result } = parseJson(workerMessage, message);
    if (result !== undefined) answers.get(sessionId)?.(result);
  });
  devtools.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== "worker") return;
    workers.push(new Promise((resolve) => answers.set(sessionId, resolve)));
    const message = JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" });
    void devtools.send("Target.sendMessageToTarget", { sessionId, message });
  });
  await devtools.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const usages = [own, ...(await Promise.all(workers))];
  if (usages.length < 2) throw new Error("the page has no worker");
  const bytes = usages.reduce(
    (sum, { usedSize, backingStorageSize = 0 }) => sum + usedSize + backingStorageSize,
    0,
  );
  return bytes / 1e6;
}
