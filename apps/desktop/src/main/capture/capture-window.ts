import { app, BrowserWindow, screen } from "electron";
import type { ShellEvent } from "@tidemark/ui";
import { shellChannel } from "../../page/shell-channel.ts";
import { canvasColour, pagePreferences } from "../windows/page-preferences.ts";

const width = 560;
/** Bounds for the height, which follows the content. */
const height = { least: 150, first: 207, most: 420 };

export interface CaptureOptions {
  readonly url: string;
  /** Absolute path of the built preload. */
  readonly preload: string;
  /** Called when the window appears. */
  readonly onShown: () => void;
  /** Called when the window is hidden. */
  readonly onHidden: () => void;
}

/** Window for quick capture. It is created once and then hidden, so it appears immediately. */
export interface CaptureWindow {
  readonly isOpen: boolean;
  /** Creates the window, hidden. */
  prepare(): void;
  show(): void;
  hide(): void;
  /** Called when the shortcut is pressed. */
  toggle(): void;
  /** Sets the height that its page requests, within bounds. */
  fit(asked: number): void;
  /** Sends an event to its page, once the page listens. */
  notify(event: ShellEvent): void;
  /** Called when its page starts to listen. */
  listens(): void;
  /** Destroys the window; its text is already saved as a draft. */
  end(): void;
}

export function createCaptureWindow(options: CaptureOptions): CaptureWindow {
  let window: BrowserWindow | null = null;
  let isQuitting = false;
  let isListening = false;
  let waiting: readonly ShellEvent[] = [];
  app.on("before-quit", () => {
    isQuitting = true;
  });

  function made(): BrowserWindow {
    if (window !== null) return window;
    const fresh = new BrowserWindow({
      width,
      height: height.first,
      show: false,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: "Tidemark",
      backgroundColor: canvasColour(),
      webPreferences: pagePreferences(options.preload),
      // Shows it over full-screen programs, without raising the main window.
      ...(process.platform === "darwin" && { type: "panel" }),
    });
    window = fresh;
    fresh.on("close", (event) => {
      if (isQuitting) return;
      event.preventDefault();
      hide();
    });
    fresh.on("closed", () => {
      if (window === fresh) window = null;
      isListening = false;
    });
    // A reloaded page reports again when it listens.
    fresh.webContents.on("did-navigate", () => {
      isListening = false;
    });
    void fresh.loadURL(options.url);
    return fresh;
  }

  /** Places the window in the upper third of the display with the pointer. */
  function place(on: BrowserWindow): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const [, tall = height.first] = on.getSize();
    const wide = Math.min(width, workArea.width);
    on.setBounds({
      x: Math.round(workArea.x + (workArea.width - wide) / 2),
      y: Math.round(workArea.y + workArea.height * 0.18),
      width: wide,
      height: Math.min(tall, workArea.height),
    });
  }

  function show(): void {
    const shown = made();
    const isHidden = !shown.isVisible();
    if (isHidden) place(shown);
    shown.show();
    shown.focus();
    if (isHidden) options.onShown();
  }

  function hide(): void {
    if (window === null || !window.isVisible()) return;
    window.hide();
    options.onHidden();
  }

  return {
    get isOpen() {
      return window?.isVisible() === true;
    },
    prepare: () => void made(),
    show,
    hide,
    toggle() {
      if (window?.isVisible() === true && window.isFocused()) hide();
      else show();
    },
    fit(asked) {
      if (window === null) return;
      const [wide = width, tall] = window.getSize();
      const fitting = Math.round(Math.min(height.most, Math.max(height.least, asked)));
      if (fitting !== tall) window.setSize(wide, fitting);
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
    end() {
      window?.destroy();
    },
  };
}
