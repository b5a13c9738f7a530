import { join, resolve } from "node:path";
import { app, BrowserWindow, dialog, ipcMain, type IpcMainEvent, Menu, session } from "electron";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { appOrigin } from "../page/app-origin.ts";
import { englishMenuWords, menuWordsSchema } from "../page/menu-words.ts";
import { connectChannel, hostRestarted, menuWordsChannel } from "../page/page-channel.ts";
import { buildAppMenu } from "./app-menu.ts";
import { offerContextMenu } from "./context-menu.ts";
import { linkAmong, linkScheme, routeOfLink } from "./deep-link.ts";
import { guardPages, guardSession } from "./guard-page.ts";
import { type HostProcess, startHostProcess } from "./host-process.ts";
import { keepPage } from "./keep-page.ts";
import { openWindow } from "./open-window.ts";
import { handleDevFiles, handlePageScheme, registerPageScheme } from "./page-protocol.ts";

// The application's composition root: everything that acts is in a module of its own. Bundled to
// out/main/index.js, beside the host, with the preload and the page in the folders next to it.
const outDir = join(import.meta.dirname, "..");
const dataDir = resolve(app.commandLine.getSwitchValue("data") || defaultDataDir());

// `electron-vite dev` serves the page itself; a packaged application never listens to it.
const devUrl = app.isPackaged ? undefined : process.env["ELECTRON_RENDERER_URL"];
const appUrl = `${devUrl ?? appOrigin}/`;
const origin = devUrl ?? appOrigin;

let host: HostProcess | null = null;
let isHostEnded = false;
let words = englishMenuWords;

// Windows keeps a program's windows and messages together by it; the installer gives the same.
if (process.platform === "win32") app.setAppUserModelId("app.tidemark.desktop");

// One window system per data folder: the lock and the browser's own files belong to it.
app.setPath("userData", join(dataDir, "window"));

if (app.requestSingleInstanceLock()) {
  // Installers say the same; an archive that is only unpacked has nobody else to say it.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  registerPageScheme();
  guardPages(origin);
  app.on("web-contents-created", (_event, contents) => {
    offerContextMenu(contents, () => words);
    keepPage(contents, { words: () => words, quit: () => app.quit() });
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", quitAfterHost);
  // macOS says it by itself, and may before the app is ready.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    void app.whenReady().then(() => followLink(link));
  });
  void app.whenReady().then(start);
} else {
  app.quit();
}

function start(): void {
  guardSession(session.defaultSession, origin);
  const started = startHostProcess({
    modulePath: join(outDir, "main", "host.js"),
    dataDir,
    onRestart: () => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send(hostRestarted);
    },
    onGivenUp: (message) => {
      dialog.showErrorBox(words.cannotOpen, message);
      app.exit(2);
    },
  });
  host = started;
  handlePageScheme(join(outDir, "renderer"), started.files);
  if (devUrl !== undefined) handleDevFiles(devUrl, started.files);
  ipcMain.on(connectChannel, (event) => {
    const [port] = event.ports;
    if (port === undefined) return;
    if (isOurPage(event)) host?.connect(port);
    else port.close();
  });
  ipcMain.on(menuWordsChannel, (event, sent: unknown) => {
    const read = menuWordsSchema.safeParse(sent);
    if (!isOurPage(event) || !read.success) return;
    words = read.data;
    showMenu();
  });
  showMenu();
  app.on("second-instance", (_event, args) => followLink(linkAmong(args) ?? ""));
  app.on("activate", () => showWindow());
  followLink(linkAmong(process.argv) ?? "");
}

/** Shows what a link from outside leads to; with none, or one that leads nowhere, the window as it is. */
function followLink(link: string): void {
  const route = routeOfLink(link);
  const window = showWindow();
  if (route !== null) void window.loadURL(`${appUrl}#${route}`);
}

function isOurPage({ senderFrame: frame }: IpcMainEvent): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(appUrl);
}

/** In English until a page has told the words of its language. */
function showMenu(): void {
  Menu.setApplicationMenu(
    buildAppMenu({
      platform: process.platform,
      appUrl,
      isPackaged: app.isPackaged,
      words,
      window: showWindow,
    }),
  );
}

/** Brings the window to the front, opening it where there is none. */
function showWindow(): BrowserWindow {
  const [open] = BrowserWindow.getAllWindows();
  if (open === undefined) {
    return openWindow({ url: appUrl, preload: join(outDir, "preload", "index.cjs") });
  }
  if (open.isMinimized()) open.restore();
  open.focus();
  return open;
}

/** The database is closed before the application goes. */
function quitAfterHost(event: { preventDefault(): void }): void {
  if (host === null || isHostEnded) return;
  event.preventDefault();
  void host.close().then(() => {
    isHostEnded = true;
    app.quit();
  });
}
