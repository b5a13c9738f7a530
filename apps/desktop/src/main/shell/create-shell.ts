import { join } from "node:path";
import { app, type BrowserWindow, clipboard, dialog, shell as system } from "electron";
import type { Refused, ShellAct, ShellEvent, ShellRequest, ShellState } from "@tidemark/ui";
import type { MenuWords } from "@tidemark/ui/native-menu";
import { createCaptureShortcut } from "../capture/capture-shortcut.ts";
import { createCaptureWindow } from "../capture/capture-window.ts";
import { linkToOffer } from "../capture/link-to-offer.ts";
import { readTextFile } from "../../host/read-text-file.ts";
import type { Refusal } from "../../host/host-messages.ts";
import { listCopies, restoreCopy } from "../../refused/copies.ts";
import type { StartRequest } from "../start-request.ts";
import { type AppTray, createTray } from "../tray/app-tray.ts";
import { createClosing } from "../tray/ask-closing.ts";
import { canShowTray, waitForTray } from "../tray/can-show-tray.ts";
import { type LoginStart, loginStart } from "../tray/login-start.ts";
import { createUpdates } from "../updates/updates.ts";
import { feedSource } from "../updates/feed-source.ts";
import { createMainWindow } from "../windows/main-window.ts";
import { openSettings } from "./shell-settings.ts";
import { systemReport } from "./system-report.ts";

export interface ShellOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly appUrl: string;
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly dataDir: string;
  /** Whether that folder was named at the start. */
  readonly isNamedDir: boolean;
  /** Where the logs are. */
  readonly logsDir: string;
  readonly words: () => MenuWords;
  readonly log: (line: string) => void;
}

/** Everything around the page: its windows, the shortcut, the tray, and what was chosen for them. */
export interface Shell {
  /** Does what a start asks for, the first or a later one. */
  follow(request: StartRequest): void;
  /** Does what a page asks for. */
  take(request: ShellRequest): void;
  /** The main window, in front; opens it where there is none. */
  window(): BrowserWindow;
  capture(): void;
  /** Has the main window's page do something. */
  act(act: ShellAct): void;
  showLogs(): void;
  /** Says why there are no memos to be shown, and what can be done. */
  refuse(refusal: Refusal): Promise<void>;
  /** Says everything in the words of now. */
  renewWords(): void;
}

/** The capture window is made once nobody waits for anything else. */
const prepareMs = 5000;
const plainestMs = 20_000;
/** What the tray asks of the main window, which shows itself for it. The rest needs no window. */
const ofWindow: ReadonlySet<ShellAct> = new Set(["new-memo", "record", "search"]);

export function createShell(options: ShellOptions): Shell {
  const { platform, env, appUrl, preload, words, log } = options;
  const isMac = platform === "darwin";
  const settings = openSettings(join(options.dataDir, "window", "shell.json"), (error) =>
    log(`window settings: ${String(error)}`),
  );
  const login: LoginStart = loginStart({
    platform,
    env,
    isPackaged: app.isPackaged,
    dataDir: options.isNamedDir ? options.dataDir : null,
  });
  let tray: AppTray | null = null;
  /** Known a moment after the start. */
  let hasTray = false;
  /** Why there are no memos to be shown: a page that is loaded again hears it again. */
  let refused: Refused | null = null;
  let isRestoring = false;

  const shortcut = createCaptureShortcut({
    isUnsure: platform === "linux" && isWayland(env),
    onPressed: () => capture.toggle(),
    onState: sayState,
  });
  const updates = createUpdates({
    source: feedSource({
      isPackaged: app.isPackaged,
      env,
      resourcesDir: process.resourcesPath,
      log,
    }),
    version: app.getVersion(),
    onState: sayState,
    log,
    nowMs: Date.now,
  });
  const closing = createClosing({
    words,
    // A macOS program stays when its windows are closed, and nobody there expects to be asked.
    hasTray: () => hasTray && !isMac,
    choice: () => settings.now.closing,
    choose(choice) {
      settings.change({ closing: choice });
      sayState();
    },
    quit: () => app.quit(),
  });
  const main = createMainWindow({
    url: appUrl,
    preload,
    onOpened: (window) => closing.watch(window),
    onClosed: endWhereUnseen,
  });
  const capture = createCaptureWindow({
    url: `${appUrl}#/capture`,
    preload,
    onShown: () => void offerCopiedLink(),
    onHidden: endWhereUnseen,
  });
  app.on("before-quit", () => closing.ends());

  /** What is on the clipboard stays here unless it is a link. */
  async function offerCopiedLink(): Promise<void> {
    const copied = await clipboard.readText().catch(() => "");
    capture.notify({ type: "copied-link", link: linkToOffer(copied) });
  }

  /** A program without a window or a tray could not be found again. */
  function endWhereUnseen(): void {
    if (isMac || hasTray || main.isOpen || capture.isOpen) return;
    capture.end();
    app.quit();
  }

  function sayState(): void {
    const event: ShellEvent = { type: "state", state: stateNow() };
    main.notify(event);
    capture.notify(event);
  }

  function stateNow(): ShellState {
    return {
      platform: isMac ? "mac" : platform === "win32" ? "windows" : "linux",
      settings: settings.now,
      shortcut: shortcut.state,
      hasTray,
      startsAtLogin: login.isOn,
      updates: updates.state,
    };
  }

  async function begin(): Promise<void> {
    shortcut.use(settings.now.shortcut);
    updates.begin();
    setTimeout(() => {
      if (settings.now.shortcut !== null && refused === null) capture.prepare();
    }, prepareMs);
    await showTray(canShowTray);
  }

  async function showTray(isThere: (platform: NodeJS.Platform) => Promise<boolean>): Promise<void> {
    if (tray !== null) return;
    hasTray = await isThere(platform);
    if (hasTray) {
      tray = createTray({
        platform,
        words,
        capture: capture.show,
        open: openMemo,
        quit: () => app.quit(),
        act(act) {
          if (ofWindow.has(act)) doInMain(act);
          else capture.notify({ type: "act", act });
        },
      });
      // Its menu is filled by that page.
      capture.prepare();
    }
    sayState();
  }
  const begun = begin().catch((error: unknown) => log(`tray: ${String(error)}`));

  function doInMain(act: ShellAct): void {
    main.show();
    main.notify({ type: "act", act });
  }

  function openMemo(id: string | null): void {
    if (id === null) main.show();
    else main.show(`/m/${id}`);
    // After that: a program without a window would end.
    capture.hide();
  }

  function startAtLogin(isOn: boolean): void {
    try {
      login.set(isOn);
    } catch (error) {
      log(`start at login: ${String(error)}`);
    }
    sayState();
  }

  function showLogs(): void {
    // There is one once something was logged; the start is.
    void system.openPath(options.logsDir);
  }

  async function refuse({ message, isDatabase }: Refusal): Promise<void> {
    refused = { message, copies: null };
    if (isDatabase) refused = { message, copies: await listCopies(options.dataDir) };
    capture.end();
    main.show();
    sayRefused();
    // A page that cannot even be shown says it in the plainest way.
    setTimeout(() => {
      if (main.isListening) return;
      dialog.showErrorBox(words().cannotOpen, message);
      app.exit(2);
    }, plainestMs);
  }

  /** To a page that listens: one that does not yet hears it once it does. */
  function sayRefused(): void {
    if (refused !== null && main.isListening) main.notify({ type: "refused", refused });
  }

  function startAnew(): void {
    const image = env["APPIMAGE"];
    // What an AppImage runs from is gone once it has ended.
    app.relaunch(image === undefined ? {} : { execPath: image });
    app.exit(0);
  }

  async function restore(name: string): Promise<void> {
    // The program starts anew after the first: a second would be broken off in the midst.
    if (isRestoring) return;
    isRestoring = true;
    try {
      if (await restoreCopy(options.dataDir, name, Date.now())) startAnew();
    } catch (error) {
      log(`restore: ${String(error)}`);
      dialog.showErrorBox(words().cannotOpen, String(error));
    }
    isRestoring = false;
  }

  return {
    refuse,
    showLogs,
    window: () => main.show(),
    capture: capture.show,
    act: doInMain,
    renewWords: () => tray?.renew(),
    follow(request) {
      switch (request.type) {
        case "window":
          main.show();
          break;
        case "hidden":
          // Where nothing would be seen of it the window opens all the same.
          void begun
            .then(() => showTray(waitForTray))
            .then(() => {
              if (!hasTray) main.show();
            });
          break;
        case "route":
          main.show(request.route);
          break;
        case "connect":
          main.show();
          main.notify(request);
          break;
        case "capture":
          capture.show();
          if (request.text !== "") {
            capture.notify({ type: "capture", captured: { text: request.text } });
          }
          break;
        case "file":
          capture.show();
          void readTextFile(request.path).then((captured) =>
            capture.notify({ type: "capture", captured }),
          );
          break;
      }
    },
    take(request) {
      switch (request.type) {
        case "watch":
          (request.isCapture ? capture : main).listens();
          sayState();
          sayRefused();
          break;
        case "set":
          settings.change(request.settings);
          if (request.settings.shortcut !== undefined) shortcut.use(settings.now.shortcut);
          else sayState();
          break;
        case "start-at-login":
          startAtLogin(request.isOn);
          break;
        case "try-shortcut":
          shortcut.try(request.isOn);
          break;
        case "capture-height":
          capture.fit(request.height);
          break;
        case "hide-capture":
          capture.hide();
          break;
        case "open-memo":
          openMemo(request.id);
          break;
        case "look-for-updates":
          void updates.look();
          break;
        case "install-update":
          updates.install();
          break;
        case "report": {
          const text = systemReport(options.logsDir, stateNow());
          main.notify({ type: "report", text });
          break;
        }
        case "show-logs":
          showLogs();
          break;
        case "refused":
          if (request.act === "show-folder") void system.openPath(options.dataDir);
          // What is being put in place is not broken off.
          else if (isRestoring) break;
          else if (request.act === "again") startAnew();
          else app.quit();
          break;
        case "restore-copy":
          // Only where the database was refused: nobody else may have it open.
          if (refused?.copies) void restore(request.name);
          break;
        case "tray":
          tray?.show(request.content);
          break;
      }
    },
  };
}

/** Programs there do not hear keys that are pressed in others; their portal may or may not pass them on. */
function isWayland(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["XDG_SESSION_TYPE"] === "wayland" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
}
