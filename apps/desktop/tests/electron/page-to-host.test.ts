import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveHost, type ServeHostOptions } from "../../src/host/serve-host.ts";
import { type PageFiles, domPort, portLink } from "@tidemark/replica/rpc";
import type { PageBridge } from "../../src/page/page-channel.ts";
import { shellChannel } from "../../src/page/shell-channel.ts";
import { createMemoryApp } from "@tidemark/replica/testing";
import { loadFakeElectron } from "./load-fake.ts";

const eraseDeleted = (): Promise<boolean> => Promise.resolve(true);
const setAsleep = vi.fn<(isAsleep: boolean) => void>();
const lastWords = vi.fn<() => Promise<void>>(() => Promise.resolve());

/** Starts the real main, preload and host around the fake Electron, with real message channels. */
async function launch(open?: ServeHostOptions["open"]) {
  const fake = await loadFakeElectron();
  const page = new EventTarget();
  vi.stubGlobal("location", { origin: "tidemark://app" });
  vi.stubGlobal("window", {
    postMessage(data: unknown, targetOrigin: string, ports: MessagePort[]) {
      expect(targetOrigin).toBe("tidemark://app");
      page.dispatchEvent(Object.assign(new MessageEvent("message", { data }), { handed: ports }));
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await import("../../src/main/index.ts");
  await import("../../src/preload/index.ts");
  fake.becomeReady();
  await vi.waitFor(() => expect(fake.calls.hosts).toHaveLength(1));

  const app = createMemoryApp();
  const close = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const exit = vi.fn<() => void>();
  const log: string[] = [];
  const files: PageFiles = async ({ method, url, headers, body }) => {
    if (url === "/file/broken") throw new Error("a disk that fails");
    const pieces = body === null ? [] : await Array.fromAsync(body);
    const said = `${method} ${url} ${headers["range"] ?? ""} ${Buffer.concat(pieces).toString()}`;
    const answer = async function* () {
      for (const word of said.split(" ")) yield Buffer.from(`${word} `);
    };
    return { status: 206, headers: { "x-content-type-options": "nosniff" }, body: answer() };
  };
  const [hostProcess] = fake.calls.hosts;
  if (hostProcess === undefined) throw new Error("no host");
  const serving = serveHost({
    parentPort: hostProcess.parentPort,
    open:
      open ?? (() => Promise.resolve({ app, files, eraseDeleted, setAsleep, lastWords, close })),
    exit,
    log: (line) => log.push(line),
  });

  function connect(): Promise<MessagePort> {
    return new Promise((resolve, reject) => {
      page.addEventListener(
        "message",
        (event) => {
          const { data, handed } = event as MessageEvent & { handed: MessagePort[] };
          expect(data).toEqual({ type: "tidemark:port" });
          if (handed[0] === undefined) reject(new Error("no port"));
          else resolve(handed[0]);
        },
        { once: true },
      );
      (fake.calls.bridge.get("tidemark") as PageBridge).connect();
    });
  }

  async function createClient() {
    const port = domPort(await connect());
    onTestFinished(() => port.close());
    return createTRPCClient<AppRouter>({ links: [portLink(port)] });
  }

  return { fake, app, close, exit, log, serving, connect, createClient };
}

test("the preload exposes the port, menu words, file paths and window requests, and nothing else", async () => {
  const { fake } = await launch();
  expect([...fake.calls.bridge.keys()]).toEqual(["tidemark"]);
  expect(Object.keys(fake.calls.bridge.get("tidemark") as object)).toEqual([
    "connect",
    "setMenuWords",
    "pathOf",
    "askShell",
  ]);
});

test("the preload returns the path of a file that the user chose", async () => {
  const { fake } = await launch();
  fake.calls.filePaths.set("a.md", "/notes/a.md");
  const { pathOf } = fake.calls.bridge.get("tidemark") as PageBridge;
  expect(pathOf(new File([], "a.md"))).toBe("/notes/a.md");
  expect(pathOf(new File([], "made-by-a-page.md"))).toBe("");
});

test("the page's port reaches the host's router through preload and main", async () => {
  const { app, createClient } = await launch();
  const client = await createClient();
  const memo = await client.memos.create.mutate({ content: "from the window" });
  await expect(app.getMemo(memo.id)).resolves.toMatchObject({ ok: true });
  const changes: unknown[] = [];
  client.changes.subscribe(undefined, { onData: (change) => changes.push(change) });
  await vi.waitFor(() => expect(changes).toHaveLength(1));
  app.announce({ memos: [memo.id], sync: false });
  await vi.waitFor(() => expect(changes[1]).toEqual({ memos: [memo.id], sync: false }));
});

test("a port that arrives while the profile is opening is served once it is open", async () => {
  const opening = Promise.withResolvers<Awaited<ReturnType<ServeHostOptions["open"]>>>();
  const { createClient } = await launch(() => opening.promise);
  const client = await createClient();
  const profile = client.profile.get.query();
  const files: PageFiles = async () => ({ status: 404, headers: {}, body: null });
  const close = (): Promise<void> => Promise.resolve();
  opening.resolve({ app: createMemoryApp(), files, eraseDeleted, setAsleep, lastWords, close });
  await expect(profile).resolves.toMatchObject({ user: "users/local" });
});

test("files pass through the page's scheme to the host and back, with headers and bodies", async () => {
  const { fake, log } = await launch();
  const handler = fake.calls.schemeHandlers.get("tidemark");
  // The DOM's types lack `duplex`, which a stream requires.
  const streamed: RequestInit & { duplex: "half" } = {
    method: "POST",
    body: new Blob(["some", " words"]).stream(),
    duplex: "half",
  };
  const put = new Request("tidemark://app/files?filename=a.txt", streamed);
  expect(await (await handler?.(put))?.text()).toBe("POST /files?filename=a.txt  some words ");
  const get = new Request("tidemark://app/file/attachments/a/b", {
    headers: { range: "bytes=1-" },
  });
  const got = await handler?.(get);
  expect(got?.status).toBe(206);
  expect(got?.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await got?.text()).toBe("GET /file/attachments/a/b bytes=1-  ");
  expect((await handler?.(new Request("tidemark://app/file/broken")))?.status).toBe(500);
  expect(log.join()).toContain("a disk that fails");
  expect((await handler?.(new Request("tidemark://other/files")))?.status).toBe(404);
});

test("two pages have separate ports", async () => {
  const { createClient } = await launch();
  const [one, two] = await Promise.all([createClient(), createClient()]);
  await one.memos.create.mutate({ content: "seen by both" });
  expect((await two.memos.list.query({})).memos).toHaveLength(1);
});

test.each([
  ["a frame inside the page", { parent: {}, url: "tidemark://app/" }],
  ["a page of another origin", { parent: null, url: "https://example.org/" }],
  ["a page whose name begins alike", { parent: null, url: "tidemark://app.evil/" }],
  ["a frame that is gone", null],
])("a port from %s is closed and not served", async (_name, frame) => {
  const { fake, connect } = await launch();
  fake.sender.frame = frame;
  const port = await connect();
  await new Promise<void>((resolve) => {
    port.addEventListener("close", () => resolve());
    port.start();
  });
  const received = fake.calls.hosts[0]?.received.map(({ message }) => message);
  expect(received).toEqual([{ type: "files" }]);
});

test("on quit the host ends its streams, closes the profile and exits", async () => {
  const { fake, app, close, exit, createClient } = await launch();
  const client = await createClient();
  const onError = vi.fn<() => void>();
  client.changes.subscribe(undefined, { onError });
  await vi.waitFor(() => expect(app.watchers.size).toBe(1));
  fake.app.emit("will-quit", { preventDefault: () => undefined });
  await vi.waitFor(() => expect(exit).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  expect(app.watchers.size).toBe(0);
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  fake.calls.hosts[0]?.emit("exit", 0);
  await vi.waitFor(() => expect(fake.calls.quits).toBe(1));
});

test("the window shows why a profile can't be opened, and its host exits", async () => {
  const refusal = { message: "The folder is in use.", isDatabase: false };
  const { fake, exit, serving } = await launch(() => Promise.resolve(refusal));
  await serving;
  expect(exit).toHaveBeenCalledOnce();
  fake.ipcRenderer.send(shellChannel, { type: "watch", isCapture: false });
  await vi.waitFor(() =>
    expect(fake.calls.windows[0]?.webContents.heard).toContainEqual({
      type: "refused",
      refused: { message: refusal.message, copies: null },
    }),
  );
});

test("the host is notified when the machine sleeps and wakes", async () => {
  const { fake, createClient } = await launch();
  await (await createClient()).profile.get.query();
  fake.powerMonitor.emit("suspend");
  fake.powerMonitor.emit("resume");
  await vi.waitFor(() => expect(setAsleep.mock.calls).toEqual([[true], [false]]));
});

test("the host logs unexpected errors only", async () => {
  const { app, log, createClient } = await launch();
  const client = await createClient();
  await expect(client.memos.get.query({ id: "absent" })).rejects.toThrow("not found");
  expect(log).toEqual([]);
  app.tags = () => Promise.reject(new Error("broken"));
  await expect(client.memos.tags.query()).rejects.toThrow("broken");
  expect(log).toHaveLength(1);
  expect(log[0]).toContain("memos.tags: ");
});
