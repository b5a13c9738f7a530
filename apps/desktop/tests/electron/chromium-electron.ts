import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import type * as Electron from "electron";
import { z } from "zod";
import { chromiumLaunchOptions } from "../../../../scripts/chromium.ts";

// Replaces the `electron` module under the built application: the same API as fake-electron.ts, over a real
// Chromium. Windows are pages, the app's own handler serves its scheme, the preload runs in an isolated
// world, and the host in a worker thread.

type Names<T> = Partial<Record<keyof T, unknown>>;

/** Origin that pages see, since Chromium doesn't know custom schemes; the application sees its own. */
const pageOrigin = "https://app.tidemark.test";
const appOrigin = "tidemark://app";
const world = "preload";

export const seen = {
  windows: [] as ChromiumWindow[],
  menu: [] as Electron.MenuItemConstructorOptions[],
  problems: [] as string[],
  hosts: 0,
};
let browser: Browser | null = null;
let handler: ((request: Request) => Promise<Response>) | null = null;

class App extends EventEmitter {
  isPackaged = true;
  commandLine = {
    getSwitchValue: () => process.env["TIDEMARK_TEST_DATA"] ?? "",
    appendSwitch: () => undefined,
  };
  getVersion = () => "0.0.0";
  getLoginItemSettings = () => ({ openAtLogin: false });
  setLoginItemSettings = () => undefined;
  requestSingleInstanceLock = () => true;
  whenReady = () => Promise.resolve();
  setPath = () => undefined;
  setAppUserModelId = () => undefined;
  setAsDefaultProtocolClient = () => true;
  isRelaunched = false;
  relaunch = () => void (this.isRelaunched = true);
  exit = (code = 0) => {
    if (this.isRelaunched) this.emit("test:relaunched");
    else process.exit(code);
  };
  quit = () => {
    let isPrevented = false;
    this.emit("will-quit", { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.emit("test:gone");
  };
}
export const app = new App() satisfies Names<Electron.App>;

export const protocol = {
  registerSchemesAsPrivileged: () => undefined,
  handle: (_scheme: string, handle: (request: Request) => Promise<Response>) => {
    handler = handle;
  },
} satisfies Names<Electron.Protocol>;

export const net = { fetch } satisfies Names<Electron.Net>;

export const session = {
  defaultSession: {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
  },
} satisfies Names<typeof Electron.session>;

export const ipcMain = new EventEmitter() satisfies Names<Electron.IpcMain>;
export const nativeTheme = { shouldUseDarkColors: false } satisfies Names<Electron.NativeTheme>;
export const shell = {
  openExternal: () => Promise.resolve(),
  openPath: () => Promise.resolve(""),
} satisfies Names<Electron.Shell>;
export const clipboard = {
  readText: () => Promise.resolve(""),
  writeText: () => Promise.resolve(),
} satisfies Names<Electron.Clipboard>;
export const screen = {
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  getDisplayNearestPoint: () =>
    ({ workArea: { x: 0, y: 0, width: 1280, height: 800 } }) as Electron.Display,
} satisfies Names<Electron.Screen>;

/** Registered global shortcuts, which only the test triggers. */
export const shortcuts = new Map<string, () => void>();
export const globalShortcut = {
  register: (keys: string, pressed: () => void) => shortcuts.set(keys, pressed).has(keys),
  unregister: (keys: string) => void shortcuts.delete(keys),
} satisfies Names<Electron.GlobalShortcut>;

export const powerMonitor = new EventEmitter() satisfies Names<Electron.PowerMonitor>;
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => false,
  getSelectedStorageBackend: () => "basic_text",
  encryptStringAsync: async () => Buffer.alloc(0),
  decryptStringAsync: async () => ({ result: "", shouldReEncrypt: false }),
} satisfies Names<Electron.SafeStorage>;

export const nativeImage = {
  createFromDataURL: () => ({}),
} satisfies Names<typeof Electron.nativeImage>;
class ChromiumTray extends EventEmitter {
  setToolTip = () => undefined;
  setContextMenu = () => undefined;
  destroy = () => undefined;
}
export const Tray = ChromiumTray satisfies Names<typeof Electron.Tray>;

export const dialog = {
  showMessageBox: (...asked: [...unknown[], Electron.MessageBoxOptions]) => {
    seen.problems.push((asked.at(-1) as Electron.MessageBoxOptions).message);
    return new Promise<never>(() => {});
  },
  showErrorBox: (_title: string, content: string) => void seen.problems.push(content),
} satisfies Names<Electron.Dialog>;
export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => {
    return { template, popup: () => undefined };
  },
  setApplicationMenu: ({ template }: { template: Electron.MenuItemConstructorOptions[] }) => {
    seen.menu = template;
  },
} satisfies Names<typeof Electron.Menu>;

class Contents extends EventEmitter {
  readonly page: Promise<Page>;
  constructor(page: Promise<Page>) {
    super();
    this.page = page;
  }
  setWindowOpenHandler = () => undefined;
  isDestroyed = () => false;
  reload = () => void this.page.then((page) => page.reload());
  send = (channel: string, message?: unknown) =>
    void this.page.then((page) => worlds.get(page)?.send(channel, message));
  sendInputEvent = ({ type, keyCode, modifiers }: Electron.KeyboardInputEvent) => {
    if (type !== "keyDown") return;
    const names = { control: "Control", meta: "Meta", shift: "Shift" } as Record<string, string>;
    const keys = [...(modifiers ?? []).map((name) => names[name] ?? name), keyCode.toLowerCase()];
    void this.page.then((page) => page.keyboard.press(keys.join("+")));
  };
}

export class ChromiumWindow extends EventEmitter {
  readonly webContents: Contents;
  constructor({ webPreferences, width = 0, height = 0 }: Electron.BrowserWindowConstructorOptions) {
    super();
    this.size = [width, height];
    seen.windows.push(this);
    this.webContents = new Contents(openPage(webPreferences?.preload ?? ""));
    app.emit("web-contents-created", {}, this.webContents);
  }
  static getAllWindows = () => seen.windows;
  loadURL = async (url: string) => {
    const page = await this.webContents.page;
    await page.goto(url.replace(appOrigin, pageOrigin));
    this.emit("ready-to-show");
  };
  isShown = false;
  size = [0, 0];
  show = () => void (this.isShown = true);
  hide = () => void (this.isShown = false);
  focus = () => undefined;
  restore = () => undefined;
  isMinimized = () => false;
  isVisible = () => this.isShown;
  isFocused = () => this.isShown;
  isDestroyed = () => false;
  getSize = () => this.size;
  setSize = (width: number, height: number) => {
    this.size = [width, height];
    void this.webContents.page.then((page) => page.setViewportSize({ width, height }));
  };
  setBounds = ({ width = 0, height = 0 }: Partial<Electron.Rectangle>) =>
    this.setSize(width, height);
  destroy = () => undefined;
}
export const BrowserWindow = ChromiumWindow satisfies Names<typeof Electron.BrowserWindow>;

/** Preload world of each page. */
const worlds = new WeakMap<Page, { send(channel: string, message: unknown): void }>();

async function openPage(preload: string): Promise<Page> {
  browser ??= await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  // The gate runs this beside checks that use all cores.
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => seen.problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") seen.problems.push(message.text());
  });
  await page.route("**/*", async (route) => {
    const url = route.request().url();
    if (!url.startsWith(`${pageOrigin}/`) || handler === null) return await route.abort();
    const body = route.request().postDataBuffer();
    const init = { method: route.request().method(), headers: route.request().headers() };
    const asked = new Request(url.replace(pageOrigin, appOrigin), {
      ...init,
      ...(body !== null && { body: new Uint8Array(body) }),
    });
    const response = await handler(asked);
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  const cdp = await page.context().newCDPSession(page);
  await relayPorts(cdp, page);
  const [isolated, main, code] = await Promise.all([
    readFile(join(import.meta.dirname, "isolated-world.js"), "utf8"),
    readFile(join(import.meta.dirname, "main-world.js"), "utf8"),
    readFile(preload, "utf8"),
  ]);
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `${isolated}\n((require, exports) => {${code}\n})(preloadRequire, {});`,
    worldName: world,
  });
  await page.addInitScript(main);
  return page;
}

/** Schema of the isolated world's messages through its binding. */
const relayedSchema = z.object({
  id: z.number().optional(),
  channel: z.string().optional(),
  url: z.string().optional(),
  words: z.unknown().optional(),
  data: z.unknown().optional(),
});

/** Connects ports sent by the isolated world to Node. */
async function relayPorts(cdp: CDPSession, page: Page): Promise<void> {
  const ports = new Map<string, MessagePort>();
  await cdp.send("Page.enable");
  await cdp.send("Runtime.enable");
  await cdp.send("Runtime.addBinding", { name: "toNode", executionContextName: world });
  cdp.on("Runtime.bindingCalled", ({ payload, executionContextId }) => {
    const message = parseJson(relayedSchema, payload);
    const key = `${executionContextId}:${message.id}`;
    worlds.set(page, {
      send(channel, message) {
        const expression = `hear(${JSON.stringify(channel)}, ${JSON.stringify(message)})`;
        cdp.send("Runtime.evaluate", { expression, contextId: executionContextId }).catch(() => {});
      },
    });
    if (message.channel === undefined) {
      ports.get(key)?.postMessage(message.data);
      return;
    }
    const senderFrame = {
      parent: null,
      url: message.url?.replace(pageOrigin, appOrigin) ?? "",
    };
    if (message.id === undefined) {
      ipcMain.emit(message.channel, { ports: [], senderFrame }, message.words);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    ports.set(key, port1);
    port1.on("message", (data) => {
      const expression = `deliver(${message.id}, ${JSON.stringify(JSON.stringify(data))})`;
      // A page that was navigated away receives no more messages.
      cdp.send("Runtime.evaluate", { expression, contextId: executionContextId }).catch(() => {
        port1.close();
      });
    });
    ipcMain.emit(message.channel, { ports: [port2], senderFrame });
  });
}

/** `port1` behaves like MessagePortMain; `port2` is passed to the worker unchanged. */
export class MessageChannelMain {
  readonly port1: EventEmitter;
  readonly port2: MessagePort;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    const events = new EventEmitter();
    port1.on("close", () => events.emit("close"));
    this.port1 = Object.assign(events, {
      postMessage: (message: unknown) => port1.postMessage(message),
      start: () => void port1.on("message", (data: unknown) => events.emit("message", { data })),
      close: () => port1.close(),
    });
    this.port2 = port2;
  }
}

class Host extends EventEmitter {
  readonly worker: Worker;
  constructor(modulePath: string, args: readonly string[]) {
    super();
    seen.hosts += 1;
    this.worker = new Worker(new URL("./host-worker.ts", import.meta.url), {
      workerData: { modulePath, args },
    });
    this.worker.on("message", (message) => this.emit("message", message));
    this.worker.on("error", (error: Error) => seen.problems.push(error.message));
    this.worker.on("exit", (code) => this.emit("exit", code));
    app.once("test:break-host", () => void this.worker.terminate());
  }
  postMessage = (data: unknown, ports: MessagePort[] = []) =>
    this.worker.postMessage({ data, ports }, ports);
  kill = () => {
    void this.worker.terminate();
    return true;
  };
}
export const utilityProcess = {
  fork: (modulePath: string, args: readonly string[] = []) => new Host(modulePath, args),
} satisfies Names<typeof Electron.utilityProcess>;

export async function closeBrowser(): Promise<void> {
  await browser?.close();
}
