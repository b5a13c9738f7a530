import type { BrowserWindow } from "electron";
import type { ShellEvent } from "@tidemark/ui";
import { shellChannel } from "../../page/shell-channel.ts";
import { openWindow } from "./open-window.ts";

export interface MainWindowOptions {
  readonly url: string;
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly onOpened: (window: BrowserWindow) => void;
  readonly onClosed: () => void;
}

/** The one window of the app, as long as there is one. */
export interface MainWindow {
  readonly isOpen: boolean;
  /** Whether its page was ever there to be told something. */
  readonly isListening: boolean;
  /** Brings it to the front, opening it where there is none, and leads it to a place. */
  show(route?: string): BrowserWindow;
  /** Tells its page something, once that listens. */
  notify(event: ShellEvent): void;
  /** Its page listens now. */
  listens(): void;
}

export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let isListening = false;
  let waiting: readonly ShellEvent[] = [];

  function opened(url: string): BrowserWindow {
    const fresh = openWindow({ url, preload: options.preload });
    window = fresh;
    fresh.webContents.on("did-navigate", () => {
      isListening = false;
    });
    fresh.on("closed", () => {
      if (window !== fresh) return;
      window = null;
      isListening = false;
      options.onClosed();
    });
    options.onOpened(fresh);
    return fresh;
  }

  return {
    get isOpen() {
      return window !== null;
    },
    get isListening() {
      return isListening;
    },
    show(route) {
      const url = route === undefined ? options.url : `${options.url}#${route}`;
      if (window === null) return opened(url);
      if (route !== undefined) void window.loadURL(url);
      if (window.isMinimized()) window.restore();
      if (!window.isVisible()) window.show();
      window.focus();
      return window;
    },
    notify(event) {
      if (window !== null && isListening) window.webContents.send(shellChannel, event);
      else if (event.type !== "state") waiting = [...waiting, event];
    },
    listens() {
      isListening = true;
      for (const event of waiting) window?.webContents.send(shellChannel, event);
      waiting = [];
    },
  };
}
