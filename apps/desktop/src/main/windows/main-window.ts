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

/** The app's single main window, if it is open. */
export interface MainWindow {
  readonly isOpen: boolean;
  /** True once its page listens for events. */
  readonly isListening: boolean;
  /** Brings the window to the front, opens it if necessary, and navigates to a route. */
  show(route?: string): BrowserWindow;
  /** Sends an event to its page, once the page listens. */
  notify(event: ShellEvent): void;
  /** Called when its page starts to listen. */
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
