import { type KeyboardInputEvent, Menu, type MenuItemConstructorOptions } from "electron";
import type { BrowserWindow } from "electron";
import type { ShellAct } from "@tidemark/ui";
import {
  type CommandId,
  eachKey,
  keysOf,
  type MenuWords,
  shownKeys,
} from "@tidemark/ui/native-menu";

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform;
  readonly appUrl: string;
  readonly isPackaged: boolean;
  readonly words: MenuWords;
  /** Returns the window that commands act on; opens one if there is none. */
  readonly window: () => BrowserWindow;
  /** Sends a command to the page that has no keyboard shortcut. */
  readonly act: (act: ShellAct) => void;
  /** Shows the capture window. */
  readonly capture: () => void;
  readonly showLogs: () => void;
}

type InputModifier = NonNullable<KeyboardInputEvent["modifiers"]>[number];

/**
 * Builds the native menu. Items send the keys of a page command or open a page route, so commands are defined
 * only in the page.
 */
export function buildAppMenu(options: AppMenuOptions): Menu {
  const { platform, appUrl, isPackaged, words, window, act, capture, showLogs } = options;
  const isMac = platform === "darwin";
  const control: InputModifier = isMac ? "meta" : "control";

  function item(label: string, keys: string): MenuItemConstructorOptions {
    const parts = keys.split("+");
    const keyCode = parts.at(-1) ?? "";
    const modifiers: InputModifier[] = [control];
    if (parts.includes("Shift")) modifiers.push("shift");
    if (parts.includes("Alt")) modifiers.push("alt");
    return {
      label,
      accelerator: keys.replace("Ctrl", "CmdOrCtrl"),
      // Displayed only: the page handles the key itself, since it knows what has focus.
      registerAccelerator: false,
      click() {
        const { webContents } = window();
        webContents.sendInputEvent({ type: "keyDown", keyCode, modifiers });
        webContents.sendInputEvent({ type: "keyUp", keyCode, modifiers });
      },
    };
  }

  function command(id: CommandId & keyof MenuWords): MenuItemConstructorOptions {
    return item(words[id], shownKeys(id));
  }

  function density(label: string, at: number): MenuItemConstructorOptions {
    return item(label, eachKey(keysOf.anywhere.density)[at] ?? "");
  }

  function view(label: string, route: string): MenuItemConstructorOptions {
    return { label, click: () => void window().loadURL(`${appUrl}#${route}`) };
  }

  function asked(label: string, what: ShellAct): MenuItemConstructorOptions {
    return { label, click: () => act(what) };
  }

  const separator: MenuItemConstructorOptions = { type: "separator" };
  const zoom: MenuItemConstructorOptions[] = [
    { role: "resetZoom", label: words.resetZoom },
    { role: "zoomIn", label: words.zoomIn },
    { role: "zoomOut", label: words.zoomOut },
  ];
  return Menu.buildFromTemplate([
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: words.file,
      submenu: [
        command("newMemo"),
        command("today"),
        { label: words.capture, click: capture },
        asked(words.record, "record"),
        separator,
        asked(words.import, "import"),
        view(words.exportAll, "/settings/transfer"),
        separator,
        asked(words.connect, "connect"),
        command("sync"),
        asked(words.syncDetails, "sync-details"),
        separator,
        command("print"),
        separator,
        command("settings"),
        separator,
        isMac ? { role: "close", label: words.close } : { role: "quit", label: words.quit },
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: "undo", label: words.undo, registerAccelerator: false },
        { role: "redo", label: words.redo, registerAccelerator: false },
        separator,
        { role: "cut", label: words.cut },
        { role: "copy", label: words.copy },
        { role: "paste", label: words.paste },
        { role: "selectAll", label: words.selectAll },
        separator,
        command("search"),
        command("palette"),
        command("commands"),
      ],
    },
    {
      label: words.view,
      submenu: [
        view(words.timeline, "/"),
        view(words.tasks, "/tasks"),
        view(words.library, "/library"),
        view(words.archive, "/archive"),
        view(words.trash, "/trash"),
        asked(words.toDate, "go-to-date"),
        asked(words.year, "year"),
        asked(words.random, "random"),
        separator,
        density(words.comfortable, 0),
        density(words.compact, 1),
        density(words.oneLine, 2),
        command("blurAll"),
        {
          label: words.theme,
          submenu: [
            asked(words.themeSystem, "theme-system"),
            asked(words.themeLight, "theme-light"),
            asked(words.themeDark, "theme-dark"),
          ],
        },
        separator,
        command("sidebar"),
        command("panel"),
        command("focusMode"),
        separator,
        ...zoom,
        { role: "togglefullscreen", label: words.fullScreen },
        ...(isPackaged ? [] : [separator, { role: "toggleDevTools" } as const]),
      ],
    },
    { role: "windowMenu", label: words.window },
    {
      role: "help",
      label: words.help,
      submenu: [
        command("sheet"),
        view(words.performance, "/performance"),
        separator,
        { label: words.showLogs, click: showLogs },
        view(words.report, "/report"),
      ],
    },
  ]);
}
