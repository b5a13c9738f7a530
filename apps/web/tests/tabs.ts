import type { AppRouter } from "@tidemark/core/router";
import { appRouter } from "@tidemark/core/router";
import { domPort, type PageFiles, type Port, servePort } from "@tidemark/replica/rpc";
import { reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { createMemoryApp } from "@tidemark/replica/testing";
import { createTRPCClient } from "@trpc/client";
import { openDatabaseLine } from "../src/owner/database-line.ts";
import { randomId } from "../src/owner/names.ts";
import type { OwnWorker } from "../src/owner/own-worker.ts";
import type { PageState } from "../src/owner/page-state.ts";
import type { Refusal } from "../src/owner/worker-messages.ts";
import { isRepeatable } from "../src/page/unsent-words.ts";
import { type Served, serveLines, serveWithGoodbye } from "../src/worker/lines.ts";
import { serveFiles } from "../src/worker/serve-files.ts";
import { createStages } from "../src/worker/transfer/stages.ts";

/** A database that one worker at a time can have open, as in the private file system. */
export interface Disk {
  readonly app: ReturnType<typeof createMemoryApp>;
  /** Tab whose worker has the database; null if none has. */
  owner: string | null;
  /** Number of times that the database was opened. */
  opened: number;
  /** Number of times that a worker was asked to close it. */
  paused: number;
  /** Tab whose worker can't open it. */
  refused: string | null;
  /** Opening waits for it. */
  mayOpen: Promise<void>;
  isPersistent: boolean;
  files: PageFiles;
}

export function createDisk(): Disk {
  return {
    app: createMemoryApp(),
    owner: null,
    opened: 0,
    paused: 0,
    refused: null,
    mayOpen: Promise.resolve(),
    isPersistent: true,
    files: async ({ url, body }) => {
      let size = 0;
      for await (const bytes of body ?? []) size += bytes.length;
      return { status: 200, headers: {}, body: once(JSON.stringify({ url, size })) };
    },
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A tab of the app, in this process: all but the page and the database is as in a browser. */
export interface Tab extends Disposable {
  readonly client: ReturnType<typeof createTRPCClient<AppRouter>>;
  readonly host: ReturnType<typeof reconnectingLink<AppRouter>>;
  readonly sendFile: ReturnType<typeof openDatabaseLine>["sendFile"];
  readonly refusals: readonly Refusal[];
  /** Ends its worker with an error. */
  crashWorker(): void;
  /** Shows or hides the page. */
  setHidden(isHidden: boolean): void;
  /** The page is frozen, or kept for the back button. */
  suspend(): void;
  resume(): void;
}

interface TabOptions {
  readonly version?: string;
  readonly disk?: Disk;
  readonly isTouch?: boolean;
  readonly isHidden?: boolean;
  readonly isSuspendedSilently?: boolean;
  readonly locks?: LockManager | null;
}

/** Returns a function that opens tabs of one version over one database, and the database. */
export function createTabs() {
  const ownVersion = randomId().slice(16);
  const ownDisk = createDisk();
  const open = (name: string, options: TabOptions = {}): Tab =>
    openTab(name, { version: ownVersion, disk: ownDisk, ...options });
  return { open, disk: ownDisk, version: ownVersion };
}

function openTab(
  name: string,
  {
    version = "",
    disk = createDisk(),
    isTouch = false,
    isHidden: isHiddenFirst = false,
    isSuspendedSilently = false,
    locks = navigator.locks,
  }: TabOptions,
): Tab {
  let isHidden = isHiddenFirst;
  const watchers: Parameters<PageState["watch"]>[0][] = [];
  const page: PageState = {
    get isHidden() {
      return isHidden;
    },
    isTouch,
    isSuspendedSilently,
    watch: (on) => void watchers.push(on),
  };
  const refusals: Refusal[] = [];
  let crash = (): void => {};
  const line = openDatabaseLine({
    version,
    locks,
    page,
    isRepeatable,
    startWorker(onLost) {
      const { worker, kill } = startWorkerOver(disk, name, version);
      crash = () => {
        kill();
        onLost();
      };
      return worker;
    },
    onLost: () => host.lost(),
    onRefused: (refusal) => refusals.push(refusal),
  });
  const host = reconnectingLink<AppRouter>(line, { random: () => 0 });
  const suspend = (): void => watchers.forEach((on) => on.suspended());
  return {
    client: createTRPCClient<AppRouter>({ links: [host.link] }),
    host,
    sendFile: line.sendFile,
    refusals,
    crashWorker: () => crash(),
    setHidden(next) {
      isHidden = next;
      for (const on of watchers) on[next ? "hidden" : "shown"]();
    },
    suspend,
    resume: () => watchers.forEach((on) => on.resumed()),
    [Symbol.dispose]() {
      suspend();
    },
  };
}

/** A worker of the tests: the same lines, over the database of a test. */
function startWorkerOver(disk: Disk, tab: string, version: string) {
  let served: readonly Served[] = [];
  const serve = (calls: Port, files: Port): Served => {
    const callServer = servePort(calls, appRouter, () => ({ app: disk.app }));
    const fileServer = serveFiles(files, {
      files: disk.files,
      stages: createStages(),
      isPersistent: disk.isPersistent,
      onFault: () => undefined,
    });
    return {
      drain: async () => void (await Promise.all([callServer.drain(), fileServer.drain()])),
      close() {
        fileServer.close();
        void callServer.close();
      },
    };
  };
  const giveUp = (): void => {
    for (const each of served) each.close();
    served = [];
    if (disk.owner === tab) disk.owner = null;
  };
  const worker: OwnWorker = {
    async open() {
      await disk.mayOpen;
      if (disk.refused === tab) return { reason: "failed", message: "The file is damaged." };
      if (disk.isPersistent && disk.owner !== null) {
        return { reason: "elsewhere", message: `${disk.owner} has it` };
      }
      if (disk.isPersistent) disk.owner = tab;
      disk.opened += 1;
      const { port1: ownCalls, port2: calls } = new MessageChannel();
      const { port1: ownFiles, port2: files } = new MessageChannel();
      const own = serveWithGoodbye(serve, domPort(calls), domPort(files));
      const { locks } = navigator;
      const { isPersistent } = disk;
      const others = isPersistent ? [serveLines({ version, id: randomId(), locks, serve })] : [];
      served = [own, ...others];
      return { ends: { calls: domPort(ownCalls), files: domPort(ownFiles) }, isPersistent };
    },
    async pause() {
      disk.paused += 1;
      const [, ...others] = served;
      await Promise.all(served.map((each) => each.drain()));
      served = others;
      giveUp();
      return true;
    },
    end: giveUp,
  };
  return { worker, kill: giveUp };
}
