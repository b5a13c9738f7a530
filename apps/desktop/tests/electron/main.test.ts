import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { englishMenuWords } from "@tidemark/ui/native-menu";
import { menuWordsChannel } from "../../src/page/page-channel.ts";
import { shellChannel } from "../../src/page/shell-channel.ts";
import { type FakeElectron, loadFakeElectron, slowLoad } from "./load-fake.ts";

const source = resolve(import.meta.dirname, "../../src");

/** Starts a fresh application over the fake `electron`. */
async function launch(prepare?: (fake: FakeElectron) => void): Promise<FakeElectron> {
  const fake = await loadFakeElectron();
  fake.calls.switches.set("data", "/memos");
  prepare?.(fake);
  await import("../../src/main/index.ts");
  return fake;
}

async function launchReady(prepare?: (fake: FakeElectron) => void): Promise<FakeElectron> {
  const fake = await launch(prepare);
  fake.becomeReady();
  await vi.waitFor(() => expect(fake.calls.windows).toHaveLength(1));
  return fake;
}

beforeEach(() => {
  vi.unstubAllEnvs();
});

describe("the window", () => {
  test("isolates the page: context isolation and sandbox on, Node off, our preload", async () => {
    const { calls } = await launchReady();
    expect(calls.windows[0]?.options.webPreferences).toEqual({
      preload: join(source, "preload", "index.cjs"),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    });
  });

  test("has a minimum size, remembers its position, and shows once painted", async () => {
    const { calls } = await launchReady();
    const [window] = calls.windows;
    expect(window?.options).toMatchObject({
      minWidth: 420,
      minHeight: 480,
      name: "main",
      windowStatePersistence: true,
      backgroundColor: "#16171A",
      show: false,
    });
    expect(window?.shows).toBe(0);
    window?.emit("ready-to-show");
    expect(window?.shows).toBe(1);
  });

  test("loads the app's own origin, and a development server only if not packaged", async () => {
    vi.stubEnv("ELECTRON_RENDERER_URL", "http://localhost:5173");
    const packaged = await launchReady();
    expect(packaged.calls.windows[0]?.loaded).toEqual(["tidemark://app/"]);
    const developed = await launchReady((fake) => {
      fake.app.isPackaged = false;
    });
    expect(developed.calls.windows[0]?.loaded).toEqual(["http://localhost:5173/"]);
  });

  test("is the only one: a second start brings it to the front", async () => {
    const { app, calls } = await launchReady();
    const [window] = calls.windows;
    if (window !== undefined) window.minimized = true;
    app.emit("second-instance", {}, ["/opt/tidemark"]);
    expect(calls.windows).toHaveLength(1);
    expect(window).toMatchObject({ minimized: false, focuses: 1 });
  });

  test("opens external links, and ignores invalid ones", async () => {
    const { app, calls } = await launchReady();
    const loaded = () => calls.windows[0]?.loaded.slice(1);
    expect(calls.protocols).toEqual(["tidemark"]);
    app.emit("second-instance", {}, ["/opt/tidemark", "tidemark://open?memo=a1"]);
    expect(loaded()).toEqual(["tidemark://app/#/m/a1"]);
    app.emit("second-instance", {}, ["/opt/tidemark", "tidemark://app/#/trash"]);
    expect(loaded()).toHaveLength(1);
    const preventDefault = vi.fn<() => void>();
    app.emit("open-url", { preventDefault }, "tidemark://search?q=low%20water");
    expect(preventDefault).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(loaded()).toHaveLength(2));
    expect(loaded()?.[1]).toBe("tidemark://app/#/?q=low+water");
    expect(calls.windows).toHaveLength(1);
  });

  test("opens again on activation after it was closed", async () => {
    const { app, calls } = await launchReady();
    calls.windows[0]?.destroy();
    app.emit("activate");
    expect(calls.windows).toHaveLength(1);
  });
});

describe("a page that crashes", () => {
  const gone = async (fake: FakeElectron, reason = "crashed") => {
    fake.calls.windows[0]?.webContents.emit("render-process-gone", {}, { reason });
    await Promise.resolve();
  };

  test("is reloaded, and after a fourth crash within a minute only if the user agrees", async () => {
    const fake = await launchReady();
    const contents = fake.calls.windows[0]?.webContents;
    for (let time = 0; time < 3; time += 1) await gone(fake);
    expect(contents?.reloads).toBe(3);
    expect(fake.calls.questions).toEqual([]);
    fake.calls.answers.push(0, 1);
    await gone(fake);
    await vi.waitFor(() => expect(contents?.reloads).toBe(4));
    await gone(fake);
    await vi.waitFor(() => expect(fake.calls.quits).toBe(1));
    expect(contents?.reloads).toBe(4);
    expect(fake.calls.questions).toEqual([
      "Tidemark keeps crashing. Your memos are safe.",
      "Tidemark keeps crashing. Your memos are safe.",
    ]);
  });

  test("isn't reloaded after a clean exit", async () => {
    const fake = await launchReady();
    await gone(fake, "clean-exit");
    expect(fake.calls.windows[0]?.webContents.reloads).toBe(0);
  });

  test("that hangs is waited for or reloaded; only one dialog is shown", async () => {
    const fake = await launchReady();
    const contents = fake.calls.windows[0]?.webContents;
    fake.calls.answers.push(1);
    contents?.emit("unresponsive");
    contents?.emit("unresponsive");
    await vi.waitFor(() => expect(fake.calls.questions).toHaveLength(1));
    expect(contents?.reloads).toBe(0);
    await Promise.resolve();
    fake.calls.answers.push(0);
    contents?.emit("unresponsive");
    await vi.waitFor(() => expect(contents?.reloads).toBe(1));
  });
});

describe("the context menu", () => {
  const nothing = {
    misspelledWord: "",
    dictionarySuggestions: [] as string[],
    linkURL: "",
    mediaType: "none",
    hasImageContents: false,
    x: 3,
    y: 4,
    isEditable: false,
    selectionText: "",
    editFlags: { canCut: true, canCopy: true, canPaste: false, canSelectAll: true },
  };
  async function press(params: Partial<typeof nothing>) {
    const fake = await launchReady();
    fake.calls.windows[0]?.webContents.emit("context-menu", {}, { ...nothing, ...params });
    const items = fake.calls.popups.at(-1) ?? [];
    const choose = (label: string): void =>
      (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
    return { ...fake, choose, labels: items.map(({ label, type }) => label ?? type) };
  }

  test("isn't shown if it would be empty", async () => {
    const { calls } = await press({});
    expect(calls.popups).toEqual([]);
  });

  test("offers cut, copy and paste in a field, if possible", async () => {
    const { calls, labels } = await press({ isEditable: true });
    expect(labels).toEqual([
      "Cut",
      "Copy",
      "Paste",
      "Paste as plain text",
      "separator",
      "Select all",
    ]);
    expect(calls.popups[0]?.map(({ enabled }) => enabled)).toEqual([
      true,
      true,
      false,
      false,
      undefined,
      true,
    ]);
  });

  test("copies the URL of an external link, and an image", async () => {
    const { calls, choose, labels } = await press({
      linkURL: "https://example.org/tide",
      mediaType: "image",
      hasImageContents: true,
    });
    expect(labels).toEqual(["Copy link", "Copy image"]);
    choose("Copy link");
    choose("Copy image");
    expect(calls.copied).toEqual(["https://example.org/tide", "image at 3,4"]);
    expect((await press({ linkURL: "tidemark://app/#/m/abc" })).labels).toEqual([]);
  });

  test("replaces a misspelled word or adds it to the dictionary", async () => {
    const { calls, session, choose, labels } = await press({
      misspelledWord: "harbuor",
      dictionarySuggestions: ["harbour", "harbours"],
      isEditable: true,
    });
    expect(labels.slice(0, 4)).toEqual(["harbour", "harbours", "Add to dictionary", "separator"]);
    choose("harbour");
    choose("Add to dictionary");
    expect(calls.windows[0]?.webContents.inputs).toEqual(["harbour"]);
    expect(session.defaultSession.learned).toEqual(["harbuor"]);
  });
});

describe("a second instance", () => {
  test("quits without a window or a host", async () => {
    const { calls, becomeReady } = await launch((fake) => {
      fake.calls.isLockFree = false;
    });
    becomeReady();
    expect(calls.quits).toBe(1);
    expect(calls.schemes).toEqual([]);
    await Promise.resolve();
    expect(calls.hosts).toEqual([]);
  });

  test("resolves a relative data folder", async () => {
    const { calls } = await launch((fake) => fake.calls.switches.set("data", "notes"));
    expect(calls.paths.get("userData")).toBe(resolve("notes", "window"));
  });

  test("is detected per data folder", async () => {
    const { calls } = await launch();
    expect(calls.paths.get("userData")).toBe(join("/memos", "window"));
  });
});

describe("the page's scheme", () => {
  test("is registered before the app is ready, as standard and secure", async () => {
    const { calls } = await launch();
    expect(calls.schemes).toEqual([
      {
        scheme: "tidemark",
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          codeCache: true,
          stream: true,
        },
      },
    ]);
  });

  async function servePage() {
    const root = await mkdtemp(join(tmpdir(), "tidemark-page-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const pageDir = join(root, "renderer");
    await mkdir(join(pageDir, "assets"), { recursive: true });
    await writeFile(join(pageDir, "index.html"), "<title>Tidemark</title>");
    await writeFile(join(pageDir, "assets", "a b-1.js"), "export {}");
    await writeFile(join(root, "secret.txt"), "secret");
    await mkdir(join(root, "renderer-other"));
    await writeFile(join(root, "renderer-other", "secret.txt"), "secret");
    const fake = await loadFakeElectron();
    const { handlePageScheme } = await import("../../src/main/page-protocol.ts");
    handlePageScheme(pageDir, async () => ({ status: 404, headers: {}, body: null }));
    const handler = fake.calls.schemeHandlers.get("tidemark");
    return async (url: string, init?: RequestInit): Promise<Response> => {
      const response = await handler?.(new Request(url, init));
      if (response === undefined) throw new Error("no handler");
      return response;
    };
  }

  test("serves the page with its policy, and its assets as immutable", async () => {
    const get = await servePage();
    const page = await get("tidemark://app/#/tasks");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Tidemark");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    const framed = await get("tidemark://app/frames/remote-image");
    expect(framed.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
    expect(framed.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const asset = await get("tidemark://app/assets/a%20b-1.js");
    expect(asset.headers.get("content-type")).toContain("text/javascript");
    expect(asset.headers.get("cache-control")).toContain("immutable");
  });

  test.each([
    "tidemark://app/../secret.txt",
    "tidemark://app/%2e%2e/secret.txt",
    "tidemark://app/..%2fsecret.txt",
    "tidemark://app/..%2frenderer-other%2fsecret.txt",
    "tidemark://app/%",
    "tidemark://app/%00",
    "tidemark://app/assets/",
    "tidemark://app/gone.js",
    "tidemark://other/index.html",
  ])("serves nothing else: %s", async (url) => {
    const get = await servePage();
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("not found");
  });

  test("serves a development page's files from the host, everything else from the development server", async () => {
    const fake = await loadFakeElectron();
    const { handleDevFiles } = await import("../../src/main/page-protocol.ts");
    handleDevFiles("http://localhost:5173", async ({ url }) => ({
      status: 200,
      headers: { "x-asked": url },
      body: null,
    }));
    const handler = fake.calls.schemeHandlers.get("http");
    const own = await handler?.(new Request("http://localhost:5173/file/attachments/a/b?c"));
    expect(own?.headers.get("x-asked")).toBe("/file/attachments/a/b?c");
    await handler?.(new Request("http://localhost:5173/main.ts"));
    await handler?.(new Request("http://localhost:9999/files"));
    expect(fake.calls.fetched).toEqual([
      "http://localhost:5173/main.ts",
      "http://localhost:9999/files",
    ]);
  });

  test("is read-only", async () => {
    const get = await servePage();
    expect((await get("tidemark://app/", { method: "POST" })).status).toBe(404);
  });
});

describe("the page's restrictions", () => {
  test.each(["will-navigate", "will-frame-navigate", "will-redirect"])(
    "prevent %s to another origin",
    async (event) => {
      const { calls } = await launchReady();
      const contents = calls.windows[0]?.webContents;
      for (const [url, isPrevented] of [
        ["tidemark://app/#/trash", false],
        ["tidemark://other/", true],
        ["https://example.org/", true],
        ["file:///etc/passwd", true],
        ["javascript:alert(1)", true],
        ["not an address", true],
      ] as const) {
        const preventDefault = vi.fn<() => void>();
        contents?.emit(event, { url, preventDefault });
        expect([url, preventDefault.mock.calls.length === 1]).toEqual([url, isPrevented]);
      }
    },
  );

  test("deny new windows, and open web, mail and geo links externally", async () => {
    const { calls } = await launchReady();
    const contents = calls.windows[0]?.webContents;
    for (const url of [
      "https://example.org/a",
      "http://example.org/",
      "mailto:ines@example.org",
      "MAILTO:ines@example.org",
      "file:///etc/passwd",
      "smb://host/share",
      "javascript:alert(1)",
      "tidemark://app/",
      "nonsense",
      "geo:48.28,-4.59",
      "geo:48.28,-4.59?q=harbour",
      "geo:javascript",
    ]) {
      expect(contents?.windowOpenHandler({ url })).toEqual({ action: "deny" });
    }
    expect(calls.openedExternally).toEqual([
      "https://example.org/a",
      "http://example.org/",
      "mailto:ines@example.org",
      "MAILTO:ines@example.org",
      "geo:48.28,-4.59",
    ]);
  });

  test("prevent webviews", async () => {
    const { calls } = await launchReady();
    const preventDefault = vi.fn<() => void>();
    calls.windows[0]?.webContents.emit("will-attach-webview", { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  test("deny permissions except clipboard, full screen and microphone, and only the page gets those", async () => {
    const { session } = await launchReady();
    const { permissionRequest, permissionCheck, devicePermission } = session.defaultSession;
    const ask = (url: string, permission: string, details: object = {}): boolean | null => {
      let answer: boolean | null = null;
      permissionRequest?.(
        { getURL: () => url } as never,
        permission as never,
        (isGranted) => (answer = isGranted),
        { isMainFrame: true, requestingUrl: url, ...details } as never,
      );
      return answer;
    };
    const check = (origin: string, permission: string, details: object = {}) =>
      permissionCheck?.(null, permission as never, origin, {
        isMainFrame: true,
        ...details,
      } as never);
    for (const permission of ["media", "geolocation", "notifications", "openExternal", "usb"]) {
      expect(ask("tidemark://app/", permission)).toBe(false);
      expect(check("tidemark://app/", permission)).toBe(false);
    }
    for (const permission of ["clipboard-sanitized-write", "fullscreen"]) {
      expect(ask("tidemark://app/", permission)).toBe(true);
      expect(check("tidemark://app/", permission)).toBe(true);
    }
    expect(ask("https://example.org/", "clipboard-sanitized-write")).toBe(false);
    expect(check("https://example.org/", "clipboard-sanitized-write")).toBe(false);
    const page = "tidemark://app/";
    expect(ask(page, "media", { mediaTypes: ["audio"] })).toBe(true);
    expect(check(page, "media", { mediaType: "audio" })).toBe(true);
    for (const mediaTypes of [["video"], ["audio", "video"], []]) {
      expect(ask(page, "media", { mediaTypes })).toBe(false);
    }
    expect(check(page, "media", { mediaType: "video" })).toBe(false);
    expect(ask("https://example.org/", "media", { mediaTypes: ["audio"] })).toBe(false);
    expect(check("https://example.org/", "media", { mediaType: "audio" })).toBe(false);
    const framed = { isMainFrame: false, requestingUrl: "tidemark://app/frames/diagram" };
    expect(ask(page, "media", { ...framed, mediaTypes: ["audio"] })).toBe(false);
    expect(check(page, "media", { ...framed, mediaType: "audio" })).toBe(false);
    expect(devicePermission?.()).toBe(false);
  });
});

describe("the host", () => {
  test("is started with the data folder", async () => {
    const { calls } = await launchReady();
    expect(calls.hosts).toHaveLength(1);
    expect(calls.hosts[0]).toMatchObject({
      modulePath: join(source, "main", "host.js"),
      args: ["/memos"],
    });
  });

  test("is restarted after a crash; pages are notified and stay open", async () => {
    const { calls } = await launchReady();
    calls.hosts[0]?.emit("exit", 1);
    expect(calls.hosts).toHaveLength(2);
    expect(calls.windows[0]?.webContents.sent).toEqual(["tidemark:host-restarted"]);
    expect(calls.windows[0]?.loaded).toEqual(["tidemark://app/"]);
  });

  test("is given up after repeated crashes, with a message", async () => {
    const { calls, ipcRenderer } = await launchReady();
    for (let index = 0; index < 5; index += 1) calls.hosts[index]?.emit("exit", 7);
    expect(calls.hosts).toHaveLength(5);
    ipcRenderer.send(shellChannel, { type: "watch", isCapture: false });
    await vi.waitFor(
      () =>
        expect(calls.windows[0]?.webContents.heard).toContainEqual({
          type: "refused",
          refused: { message: expect.stringContaining("code 7"), copies: [] },
        }),
      slowLoad,
    );
    expect(calls).toMatchObject({ errorBoxes: [], exitCode: null });
  });

  test("is given up at once if it can't use its folder, with its own message", async () => {
    const { calls, ipcRenderer } = await launchReady();
    const refusal = { type: "refused", message: "in use by 42", isDatabase: false };
    calls.hosts[0]?.parentPort.postMessage(refusal);
    calls.hosts[0]?.emit("exit", 0);
    await vi.waitFor(() => {
      ipcRenderer.send(shellChannel, { type: "watch", isCapture: false });
      expect(calls.windows[0]?.webContents.heard).toContainEqual({
        type: "refused",
        // The database may be open in another program, so no copies are offered.
        refused: { message: "in use by 42", copies: null },
      });
    });
    expect(calls.hosts).toHaveLength(1);
  });

  test("is closed before the app quits", async () => {
    const { app, calls } = await launchReady();
    const preventDefault = vi.fn<() => void>();
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(calls.hosts[0]?.received.map(({ message }) => message)).toEqual([
      { type: "files" },
      { type: "close" },
    ]);
    expect(calls.quits).toBe(0);
    calls.hosts[0]?.emit("exit", 0);
    await vi.waitFor(() => expect(calls.quits).toBe(1));
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(calls.hosts).toHaveLength(1);
  });

  test("is killed after 2.5 seconds if it doesn't exit", async () => {
    const { app, calls } = await launchReady();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    app.emit("will-quit", { preventDefault: () => undefined });
    await vi.advanceTimersByTimeAsync(2499);
    expect(calls.hosts[0]?.kills).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.hosts[0]?.kills).toBe(1);
    expect(calls.quits).toBe(1);
  });
});

describe("the menu", () => {
  function items(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
    return template.flatMap((item) =>
      Array.isArray(item.submenu) ? [item, ...items(item.submenu)] : [item],
    );
  }

  test.each([
    ["New memo", "N", ["control"]],
    ["Today’s memo", "D", ["control"]],
    ["Sync now", "S", ["control", "shift"]],
    ["Run a command", "P", ["control", "shift"]],
    ["One line", "3", ["control", "shift"]],
    ["Show or hide the side panel", "\\", ["control", "shift"]],
    ["Settings", ",", ["control"]],
    ["Print…", "P", ["control", "alt"]],
    ["Search", "F", ["control"]],
    ["Go to a memo, tag or view", "P", ["control"]],
    ["Keyboard shortcuts", "/", ["control"]],
  ])("%s presses the keys of the page's command", async (label, keyCode, modifiers) => {
    vi.stubGlobal("process", { ...process, platform: "linux" });
    const { calls } = await launchReady();
    vi.unstubAllGlobals();
    const item = items(calls.menuTemplate).find((entry) => entry.label === label);
    expect(item?.registerAccelerator).toBe(false);
    (item?.click as (() => void) | undefined)?.();
    expect(calls.windows[0]?.webContents.inputs).toEqual([
      { type: "keyDown", keyCode, modifiers },
      { type: "keyUp", keyCode, modifiers },
    ]);
  });

  test.each([
    ["Import…", "import"],
    ["Connect a server…", "connect"],
    ["Go to a date…", "go-to-date"],
    ["Year…", "year"],
    ["A random memo", "random"],
    ["Record", "record"],
    ["Sync details", "sync-details"],
    ["Dark", "theme-dark"],
  ])("%s is sent to the page, which has no keys for it", async (label, act) => {
    const { calls, ipcRenderer } = await launchReady();
    ipcRenderer.send(shellChannel, { type: "watch", isCapture: false });
    const item = items(calls.menuTemplate).find((entry) => entry.label === label);
    (item?.click as (() => void) | undefined)?.();
    expect(calls.windows[0]?.webContents.heard).toContainEqual({ type: "act", act });
  });

  test.each([
    ["Trash", "/trash"],
    ["Library", "/library"],
    ["Export all…", "/settings/transfer"],
    ["Performance report", "/performance"],
  ])("%s opens the page's route", async (label, route) => {
    const { calls } = await launchReady();
    const item = items(calls.menuTemplate).find((entry) => entry.label === label);
    (item?.click as (() => void) | undefined)?.();
    expect(calls.windows[0]?.loaded).toEqual(["tidemark://app/", `tidemark://app/#${route}`]);
  });

  test("uses the page's words, and rejects words from other senders", async () => {
    const { calls, ipcRenderer, sender } = await launchReady();
    const labels = () => items(calls.menuTemplate).map((item) => item.label);
    const send = (words: unknown) => ipcRenderer.send(menuWordsChannel, words);
    expect(labels()).toContain("New memo");
    send({ ...englishMenuWords, newMemo: "Neue Notiz", quit: "Beenden", copy: "Kopieren" });
    expect(labels()).toEqual(expect.arrayContaining(["Neue Notiz", "Kopieren", "&View"]));
    expect(labels()).not.toContain("New memo");

    send({ ...englishMenuWords, newMemo: "" });
    send({ ...englishMenuWords, newMemo: "A".repeat(101) });
    send({ newMemo: "Half" });
    send(null);
    sender.frame = { parent: null, url: "https://example.org/" };
    send({ ...englishMenuWords, newMemo: "Pay here" });
    expect(labels()).toContain("Neue Notiz");
  });

  test("has developer tools only in development", async () => {
    const { calls } = await launchReady();
    expect(items(calls.menuTemplate).map((item) => item.role)).not.toContain("toggleDevTools");
  });
});
