import { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type * as Electron from "electron";

// Replaces the `electron` module where Electron isn't installed. It contains only what src/main and
// src/preload use. `satisfies` ties every name to Electron's types, so a renamed method fails the type check.
// It doesn't show Electron's own behaviour.

type Names<T> = Partial<Record<keyof T, unknown>>;

/** Calls of the module under test, for assertions. */
export const calls = {
  isLockFree: true,
  switches: new Map<string, string>(),
  paths: new Map<string, string>(),
  quits: 0,
  exitCode: null as number | null,
  schemes: [] as Electron.CustomScheme[],
  schemeHandlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  openedExternally: [] as string[],
  fetched: [] as string[],
  errorBoxes: [] as string[],
  userModelId: null as string | null,
  protocols: [] as string[],
  copied: [] as string[],
  questions: [] as string[],
  /** Index of the button that the user presses, one per dialog. */
  answers: [] as number[],
  popups: [] as Electron.MenuItemConstructorOptions[][],
  menuTemplate: [] as Electron.MenuItemConstructorOptions[],
  windows: [] as FakeWindow[],
  /** True if the desktop has a tray. */
  hasTray: false,
  /** True if the tray appears a while after the session starts. */
  hasLateTray: false,
  trays: [] as FakeTray[],
  /** Keys registered by another program. */
  takenKeys: new Set<string>(),
  /** Keys registered by the app, with their callbacks. */
  shortcuts: new Map<string, () => void>(),
  keyring: "open" as "open" | "locked" | "basic" | "absent",
  logged: [] as string[],
  openedPaths: [] as string[],
  loginItem: null as Electron.Settings | null,
  hosts: [] as FakeHost[],
  bridge: new Map<string, unknown>(),
  /** Paths of files, by name. */
  filePaths: new Map<string, string>(),
};

const ready = Promise.withResolvers<void>();
export const becomeReady = ready.resolve;

class FakeApp extends EventEmitter {
  isPackaged = true;
  commandLine = {
    getSwitchValue: (name: string) => calls.switches.get(name) ?? "",
    appendSwitch: (name: string, value = "") => void calls.switches.set(name, value),
  };
  getVersion = () => "1.2.3";
  getLoginItemSettings = () => ({ openAtLogin: calls.loginItem?.openAtLogin === true });
  setLoginItemSettings = (settings: Electron.Settings) => void (calls.loginItem = settings);
  requestSingleInstanceLock = () => calls.isLockFree;
  whenReady = () => ready.promise;
  setPath = (name: string, path: string) => void calls.paths.set(name, path);
  setAppUserModelId = (id: string) => void (calls.userModelId = id);
  setAsDefaultProtocolClient = (scheme: string) => calls.protocols.push(scheme) > 0;
  relaunches = 0;
  relaunch = () => void (this.relaunches += 1);
  exit = (code = 0) => void (calls.exitCode = code);
  quit = () => void (calls.quits += 1);
}
export const app = new FakeApp() satisfies Names<Electron.App>;

export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    calls.schemes = schemes;
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => {
    calls.schemeHandlers.set(scheme, handler);
  },
} satisfies Names<Electron.Protocol>;

export const net = {
  fetch: (request: Request) => {
    calls.fetched.push(request.url);
    return Promise.resolve(new Response(null));
  },
} satisfies Names<Electron.Net>;

type PermissionRequest = NonNullable<
  Parameters<Electron.Session["setPermissionRequestHandler"]>[0]
>;
type PermissionCheck = NonNullable<Parameters<Electron.Session["setPermissionCheckHandler"]>[0]>;

class FakeSession {
  permissionRequest: PermissionRequest | null = null;
  permissionCheck: PermissionCheck | null = null;
  devicePermission: (() => boolean) | null = null;
  learned: string[] = [];
  addWordToSpellCheckerDictionary = (word: string) => this.learned.push(word) > 0;
  setPermissionRequestHandler = (handler: PermissionRequest) => {
    this.permissionRequest = handler;
  };
  setPermissionCheckHandler = (handler: PermissionCheck) => {
    this.permissionCheck = handler;
  };
  setDevicePermissionHandler = (handler: () => boolean) => {
    this.devicePermission = handler;
  };
}
const defaultSession = new FakeSession();
export const session = { defaultSession } satisfies Names<typeof Electron.session>;

export class FakeContents extends EventEmitter {
  inputs: unknown[] = [];
  sent: string[] = [];
  windowOpenHandler: (details: { url: string }) => { action: string } = () => ({ action: "allow" });
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.windowOpenHandler = handler;
  };
  sendInputEvent = (input: unknown) => void this.inputs.push(input);
  reloads = 0;
  reload = () => void (this.reloads += 1);
  isDestroyed = () => false;
  copyImageAt = (x: number, y: number) => void calls.copied.push(`image at ${x},${y}`);
  replaceMisspelling = (word: string) => void this.inputs.push(word);
  session = defaultSession;
  /** Messages that main sent to the page, on any channel. */
  heard: unknown[] = [];
  send = (channel: string, message?: unknown) => {
    this.sent.push(channel);
    if (message !== undefined) this.heard.push(message);
    ipcRenderer.emit(channel, {}, message);
  };
}
new FakeContents() satisfies Omit<Names<Electron.WebContents>, "windowOpenHandler">;

export const clipboard = {
  readText: () => Promise.resolve(calls.copied.at(-1) ?? ""),
  writeText: (text: string) => Promise.resolve(void calls.copied.push(text)),
} satisfies Names<Electron.Clipboard>;

export class FakeWindow extends EventEmitter {
  webContents = new FakeContents();
  loaded: string[] = [];
  shows = 0;
  focuses = 0;
  minimized = false;
  visible = false;
  focused = false;
  destroyed = false;
  bounds: Electron.Rectangle;
  readonly options: Electron.BrowserWindowConstructorOptions;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { width = 800, height = 600 } = options;
    this.bounds = { x: 0, y: 0, width, height };
    calls.windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  static getAllWindows = () => calls.windows;
  loadURL = (url: string) => Promise.resolve(void this.loaded.push(url));
  show = () => {
    this.shows += 1;
    this.visible = true;
  };
  hide = () => {
    this.visible = false;
    this.focused = false;
  };
  focus = () => {
    this.focuses += 1;
    this.focused = true;
  };
  isVisible = () => this.visible;
  isFocused = () => this.focused;
  isDestroyed = () => this.destroyed;
  /** Simulates the close button. */
  close = () => {
    let isPrevented = false;
    this.emit("close", { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.destroy();
  };
  destroy = () => {
    if (this.destroyed) return;
    this.destroyed = true;
    this.visible = false;
    calls.windows.splice(calls.windows.indexOf(this), 1);
    this.emit("closed");
  };
  getSize = () => [this.bounds.width, this.bounds.height];
  setSize = (width: number, height: number) => void Object.assign(this.bounds, { width, height });
  setBounds = (bounds: Partial<Electron.Rectangle>) => void Object.assign(this.bounds, bounds);
  restore = () => void (this.minimized = false);
  isMinimized = () => this.minimized;
}
export const BrowserWindow = FakeWindow satisfies Names<typeof Electron.BrowserWindow>;

export const nativeTheme = { shouldUseDarkColors: true } satisfies Names<Electron.NativeTheme>;

export const screen = {
  getCursorScreenPoint: () => ({ x: 2000, y: 10 }),
  /** Returns one of two displays; the cursor is on the second. */
  getDisplayNearestPoint: ({ x }: Electron.Point) =>
    ({ workArea: { x: x < 1920 ? 0 : 1920, y: 0, width: 1600, height: 1000 } }) as Electron.Display,
} satisfies Names<Electron.Screen>;

export const globalShortcut = {
  register: (keys: string, pressed: () => void) => {
    if (calls.takenKeys.has(keys)) return false;
    calls.shortcuts.set(keys, pressed);
    return true;
  },
  unregister: (keys: string) => void calls.shortcuts.delete(keys),
} satisfies Names<Electron.GlobalShortcut>;

export const powerMonitor = new EventEmitter() satisfies Names<Electron.PowerMonitor>;

/** Fake keyring that prefixes texts; only opens if not locked. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => calls.keyring !== "absent",
  getSelectedStorageBackend: () => (calls.keyring === "basic" ? "basic_text" : "gnome_libsecret"),
  encryptStringAsync: async (text: string) => Buffer.from(`turned ${text}`),
  decryptStringAsync: async (sealed: Buffer) => {
    if (calls.keyring === "locked") throw new Error("the keyring is locked");
    return { result: sealed.toString().slice("turned ".length), shouldReEncrypt: false };
  },
} satisfies Names<Electron.SafeStorage>;

export const nativeImage = {
  createFromDataURL: (url: string) => ({ url }),
} satisfies Names<typeof Electron.nativeImage>;

export class FakeTray extends EventEmitter {
  template: Electron.MenuItemConstructorOptions[] = [];
  constructor(_image: unknown) {
    super();
    calls.trays.push(this);
  }
  setToolTip = () => undefined;
  setContextMenu = (menu: { template: Electron.MenuItemConstructorOptions[] }) => {
    this.template = menu.template;
  };
  destroy = () => undefined;
}
export const Tray = FakeTray satisfies Names<typeof Electron.Tray>;

export const dialog = {
  showMessageBox: (...asked: [...unknown[], Electron.MessageBoxOptions]) => {
    const { message } = asked.at(-1) as Electron.MessageBoxOptions;
    calls.questions.push(message);
    const response = calls.answers.shift();
    return response === undefined ? new Promise<never>(() => {}) : Promise.resolve({ response });
  },
  showErrorBox: (_title: string, content: string) => void calls.errorBoxes.push(content),
} satisfies Names<Electron.Dialog>;

export const shell = {
  openExternal: (url: string) => Promise.resolve(void calls.openedExternally.push(url)),
  openPath: (path: string) => Promise.resolve(calls.openedPaths.push(path) > 0 ? "" : "no"),
} satisfies Names<Electron.Shell>;

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => {
    return { template, popup: () => void calls.popups.push(template) };
  },
  setApplicationMenu: ({ template }: { template: Electron.MenuItemConstructorOptions[] }) => {
    calls.menuTemplate = template;
  },
} satisfies Names<typeof Electron.Menu>;

/** The host's process, seen from main. `parentPort` is passed to the real host code. */
export class FakeHost extends EventEmitter {
  readonly modulePath: string;
  readonly args: readonly string[];
  readonly received: { message: unknown; ports: unknown[] }[] = [];
  kills = 0;
  constructor(modulePath: string, args: readonly string[] = []) {
    super();
    this.modulePath = modulePath;
    this.args = args;
    calls.hosts.push(this);
  }
  readonly parentPort = {
    on: (_event: "message", listener: (event: { data: unknown; ports: never[] }) => void) => {
      // Delivers the messages sent before the listener was added.
      for (const { message, ports } of this.received)
        listener({ data: message, ports: ports as never[] });
      this.on("to-host", listener);
    },
    postMessage: (message: unknown) => void this.emit("message", message),
  };
  postMessage = (message: unknown, ports: unknown[] = []) => {
    this.received.push({ message, ports });
    this.emit("to-host", { data: message, ports });
  };
  kill = () => {
    this.kills += 1;
    return true;
  };
}
export const utilityProcess = {
  fork: (modulePath: string, args?: readonly string[]) => new FakeHost(modulePath, args),
} satisfies Names<typeof Electron.utilityProcess>;

export const ipcMain = new EventEmitter() satisfies Names<Electron.IpcMain>;

/** Page's end of IPC; the test sets the frame that sends. */
export const sender = {
  frame: { parent: null, url: "tidemark://app/" } as { parent: unknown; url: string } | null,
};
class FakeIpcRenderer extends EventEmitter {
  postMessage = (channel: string, _message: unknown, ports: MessagePort[] = []) => {
    ipcMain.emit(channel, { ports: ports.map(mainPort), senderFrame: sender.frame });
  };
  send = (channel: string, message: unknown) => {
    ipcMain.emit(channel, { ports: [], senderFrame: sender.frame }, message);
  };
}
export const ipcRenderer = new FakeIpcRenderer() satisfies Names<Electron.IpcRenderer>;

export class MessageChannelMain {
  readonly port1: ReturnType<typeof mainPort>;
  readonly port2: ReturnType<typeof mainPort>;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = mainPort(port1);
    this.port2 = mainPort(port2);
  }
}

export const webUtils = {
  getPathForFile: ({ name }: File) => calls.filePaths.get(name) ?? "",
} satisfies Names<Electron.WebUtils>;

export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => void calls.bridge.set(name, value),
} satisfies Names<Electron.ContextBridge>;

/** Wraps a Node port like MessagePortMain: silent until started, with data inside an event. */
function mainPort(port: MessagePort) {
  const events = new EventEmitter();
  port.on("close", () => events.emit("close"));
  return Object.assign(events, {
    postMessage: (message: unknown) => port.postMessage(message),
    start: () => void port.on("message", (data: unknown) => events.emit("message", { data })),
    close: () => port.close(),
  }) satisfies Names<Electron.MessagePortMain>;
}
