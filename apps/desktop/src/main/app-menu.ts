import { type KeyboardInputEvent, Menu, type MenuItemConstructorOptions } from "electron";
import type { BrowserWindow } from "electron";

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform;
  readonly appUrl: string;
  readonly isPackaged: boolean;
  /** The window that commands act on; opens one where there is none. */
  readonly window: () => BrowserWindow;
}

type InputModifier = NonNullable<KeyboardInputEvent["modifiers"]>[number];

/**
 * The native menu. It holds no command of its own: an item presses the keys of the page's command,
 * or goes to the page's address, so the page stays the one place where commands are defined.
 */
export function buildAppMenu({ platform, appUrl, isPackaged, window }: AppMenuOptions): Menu {
  const isMac = platform === "darwin";
  const control: InputModifier = isMac ? "meta" : "control";

  function command(label: string, accelerator: string): MenuItemConstructorOptions {
    const parts = accelerator.split("+");
    const keyCode = parts.at(-1) ?? "";
    const modifiers: InputModifier[] = parts.includes("Shift") ? [control, "shift"] : [control];
    return {
      label,
      accelerator,
      // Shown only: the key itself goes to the page, which knows what has the focus.
      registerAccelerator: false,
      click() {
        const { webContents } = window();
        webContents.sendInputEvent({ type: "keyDown", keyCode, modifiers });
        webContents.sendInputEvent({ type: "keyUp", keyCode, modifiers });
      },
    };
  }

  function view(label: string, route: string): MenuItemConstructorOptions {
    return { label, click: () => void window().loadURL(`${appUrl}#${route}`) };
  }

  const separator: MenuItemConstructorOptions = { type: "separator" };
  const zoom: MenuItemConstructorOptions[] = [
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
  ];
  return Menu.buildFromTemplate([
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: "&File",
      submenu: [
        command("New memo", "CmdOrCtrl+N"),
        separator,
        command("Sync now", "CmdOrCtrl+Shift+S"),
        separator,
        isMac ? { role: "close" } : { role: "quit" },
      ],
    },
    {
      label: "&Edit",
      submenu: [
        { role: "undo", registerAccelerator: false },
        { role: "redo", registerAccelerator: false },
        separator,
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
        separator,
        command("Search", "CmdOrCtrl+F"),
      ],
    },
    {
      label: "&View",
      submenu: [
        view("Timeline", "/"),
        view("Tasks", "/tasks"),
        view("Archive", "/archive"),
        view("Trash", "/trash"),
        separator,
        command("Show or hide the sidebar", "CmdOrCtrl+\\"),
        separator,
        ...zoom,
        { role: "togglefullscreen" },
        ...(isPackaged ? [] : [separator, { role: "toggleDevTools" } as const]),
      ],
    },
    { role: "windowMenu" },
    { role: "help", submenu: [command("Keyboard shortcuts", "CmdOrCtrl+/")] },
  ]);
}
