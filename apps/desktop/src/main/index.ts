import { join, resolve } from "node:path";
import { englishMenuWords, type MenuWords } from "@tidemark/ui/native-menu";
import { app, BrowserWindow, ipcMain, type IpcMainEvent, Menu, session } from "electron";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { appOrigin } from "../page/app-origin.ts";
import { linkScheme, readLink } from "../page/deep-link.ts";
import { menuWordsSchema } from "../page/menu-words.ts";
import { connectChannel, hostRestarted, menuWordsChannel } from "../page/page-channel.ts";
import { shellChannel } from "../page/shell-channel.ts";
import { shellRequestSchema } from "../page/shell-messages.ts";
import { buildAppMenu } from "./app-menu.ts";
import { offerContextMenu } from "./context-menu.ts";
import { guardPages, guardSession } from "./guard-page.ts";
import { type HostProcess, startHostProcess } from "./host-process.ts";
import { keepPage } from "./keep-page.ts";
import { logBreaks } from "./log-breaks.ts";
import { ownFolder } from "./own-folder.ts";
import { startLog } from "./start-log.ts";
import { handleDevFiles, handlePageScheme, registerPageScheme } from "./page-protocol.ts";
import { watchPower } from "./power/watch-power.ts";
import { createShell, type Shell } from "./shell/create-shell.ts";
import { readArguments, type StartRequest } from "./start-request.ts";

// Composition root of the application: behaviour is implemented in other modules. Bundled to
// out/main/index.js, beside the host, with the preload and the page in sibling folders.
const outDir = join(import.meta.dirname, "..");
const namedDir = app.commandLine.getSwitchValue("data");
const dataDir = resolve(namedDir || defaultDataDir());

// `electron-vite dev` serves the page; a packaged application ignores the variable.
const devUrl = app.isPackaged ? undefined : process.env["ELECTRON_RENDERER_URL"];
const appUrl = `${devUrl ?? appOrigin}/`;
const origin = devUrl ?? appOrigin;

const logsDir = join(dataDir, "logs");
const { log, begin: beginLog } = startLog(logsDir);

let host: HostProcess | null = null;
let shell: Shell | null = null;
let isHostEnded = false;
let words: MenuWords = englishMenuWords;

// Windows groups a program's windows and notifications by this id; the installer sets the same one.
if (process.platform === "win32") app.setAppUserModelId("app.tidemark.desktop");

ownFolder(dataDir);
// One Electron instance per data folder: the lock and Chromium's files are stored in it.
app.setPath("userData", join(dataDir, "window"));

// Under Wayland, global shortcuts only work through a portal.
if (process.platform === "linux") {
  const named = app.commandLine.getSwitchValue("enable-features");
  const features = [...named.split(",").filter((name) => name !== ""), "GlobalShortcutsPortal"];
  app.commandLine.appendSwitch("enable-features", features.join(","));
}

if (app.requestSingleInstanceLock()) {
  // Installers register the scheme too, but an unpacked archive has no installer.
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
  // macOS sends these events, possibly before the app is ready.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    follow(readLink(link) ?? { type: "window" });
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    follow({ type: "file", path });
  });
  void app.whenReady().then(start);
} else {
  app.quit();
}

function start(): void {
  logBreaks(log);
  log(`Tidemark ${app.getVersion()} starts on ${process.platform} ${process.arch}`);
  guardSession(session.defaultSession, origin);
  const started = startHostProcess({
    modulePath: join(outDir, "main", "host.js"),
    dataDir,
    onRestart: () => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send(hostRestarted);
    },
    log,
    onReady: beginLog,
    onGivenUp: (refusal) => {
      // Logs aren't written to a folder that another program holds.
      if (refusal.isDatabase) beginLog();
      log(`the host is given up: ${refusal.message}`);
      void shell?.refuse(refusal);
    },
  });
  host = started;
  watchPower({ onAsleep: (isAsleep) => started.setAsleep(isAsleep), log });
  handlePageScheme(join(outDir, "renderer"), started.files);
  if (devUrl !== undefined) handleDevFiles(devUrl, started.files);
  ipcMain.on(connectChannel, (event) => {
    const [port] = event.ports;
    if (port === undefined) return;
    if (isOurPage(event)) host?.connect(port);
    else port.close();
  });
  const around = createShell({
    platform: process.platform,
    env: process.env,
    appUrl,
    preload: join(outDir, "preload", "index.cjs"),
    dataDir,
    isNamedDir: namedDir !== "",
    logsDir,
    words: () => words,
    log,
  });
  shell = around;
  ipcMain.on(menuWordsChannel, (event, sent: unknown) => {
    const read = menuWordsSchema.safeParse(sent);
    if (!isOurPage(event) || !read.success) return;
    words = read.data;
    showMenu(around);
    around.renewWords();
  });
  ipcMain.on(shellChannel, (event, sent: unknown) => {
    const read = shellRequestSchema.safeParse(sent);
    if (isOurPage(event) && read.success) around.take(read.data);
  });
  showMenu(around);
  app.on("second-instance", (_event, args, from) => around.follow(readArguments(args, from)));
  app.on("activate", () => void around.window());
  around.follow(readArguments(process.argv, process.cwd()));
}

/** System requests may arrive before the app is ready. */
function follow(request: StartRequest): void {
  void app.whenReady().then(() => shell?.follow(request));
}

function isOurPage({ senderFrame: frame }: IpcMainEvent): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(appUrl);
}

/** Shows the menu, in English until a page has sent its language's words. */
function showMenu(around: Shell): void {
  Menu.setApplicationMenu(
    buildAppMenu({
      platform: process.platform,
      appUrl,
      isPackaged: app.isPackaged,
      words,
      window: () => around.window(),
      act: (act) => around.act(act),
      capture: () => around.capture(),
      showLogs: () => around.showLogs(),
    }),
  );
}

/** Delays quitting until the database is closed. */
function quitAfterHost(event: { preventDefault(): void }): void {
  if (host === null || isHostEnded) return;
  event.preventDefault();
  void host.close().then(() => {
    isHostEnded = true;
    app.quit();
  });
}
