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
  /** True if `--data` named the folder. */
  readonly isNamedDir: boolean;
  /** Folder of the logs. */
  readonly logsDir: string;
  readonly words: () => MenuWords;
  readonly log: (line: string) => void;
}

/** Everything around the page: windows, global shortcut, tray, updates, and their settings. */
export interface Shell {
  /** Handles a start's request, for the first or a later start. */
  follow(request: StartRequest): void;
  /** Handles a page's request. */
  take(request: ShellRequest): void;
  /** Shows the main window and returns it; opens it if there is none. */
  window(): BrowserWindow;
  capture(): void;
  /** Sends a command to the main window's page. */
  act(act: ShellAct): void;
  showLogs(): void;
  /** Shows why the profile can't be opened, with recovery options. */
  refuse(refusal: Refusal): Promise<void>;
  /** Updates the tray menu to the current language. */
  renewWords(): void;
}

/** Delay before the capture window is created, so it doesn't slow down startup. */
const prepareMs = 5000;
const plainestMs = 20_000;
/** Tray commands that need the main window, which is shown for them. The others run in the background. */
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
  /** Set shortly after the start. */
  let hasTray = false;
  /** Reason why the profile can't be opened; sent again to a reloaded page. */
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
    // On macOS, apps keep running without windows, so closing doesn't ask.
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

  /** Offers the link on the clipboard; other clipboard content isn't passed on. */
  async function offerCopiedLink(): Promise<void> {
    const copied = await clipboard.readText().catch(() => "");
    capture.notify({ type: "copied-link", link: linkToOffer(copied) });
  }

  /** Quits if neither a window nor the tray is left, since the user couldn't reach the program. */
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
      // The capture window's page fills the tray menu.
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
    // Hidden last: without any window the program would quit.
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
    // The folder exists, since the start was logged.
    void system.openPath(options.logsDir);
  }

  async function refuse({ message, isDatabase }: Refusal): Promise<void> {
    refused = { message, copies: null };
    if (isDatabase) refused = { message, copies: await listCopies(options.dataDir) };
    capture.end();
    main.show();
    sayRefused();
    // Shows a native dialog if the page can't be shown.
    setTimeout(() => {
      if (main.isListening) return;
      dialog.showErrorBox(words().cannotOpen, message);
      app.exit(2);
    }, plainestMs);
  }

  /** Sends the refusal to a listening page. Other pages get it once they listen. */
  function sayRefused(): void {
    if (refused !== null && main.isListening) main.notify({ type: "refused", refused });
  }

  function startAnew(): void {
    const image = env["APPIMAGE"];
    // An AppImage's mounted program is gone after exit, so the image itself is started.
    app.relaunch(image === undefined ? {} : { execPath: image });
    app.exit(0);
  }

  async function restore(name: string): Promise<void> {
    // The first restore restarts the program, which would interrupt a second one.
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
          // Opens the window anyway if there is no tray.
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
          // A running restore isn't interrupted.
          else if (isRestoring) break;
          else if (request.act === "again") startAnew();
          else app.quit();
          break;
        case "restore-copy":
          // Only if the database couldn't be opened, since it must not be open in the host.
          if (refused?.copies) void restore(request.name);
          break;
        case "tray":
          tray?.show(request.content);
          break;
      }
    },
  };
}

/**
 * Returns true under Wayland, where programs get keys pressed in others only through a portal that may not
 * support it.
 */
function isWayland(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["XDG_SESSION_TYPE"] === "wayland" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
}
