import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from "electron";
import type { ShellAct, TrayContent } from "@tidemark/ui";
import icon from "../../../build/icons/32x32.png?inline";
import type { MenuWords } from "@tidemark/ui/native-menu";

export interface TrayOptions {
  readonly platform: NodeJS.Platform;
  readonly words: () => MenuWords;
  /** Sends a command to a page. */
  readonly act: (act: ShellAct) => void;
  readonly capture: () => void;
  /** Opens a memo, or the window if null. */
  readonly open: (id: string | null) => void;
  readonly quit: () => void;
}

export interface AppTray {
  /** Sets the profile's data shown in the menu. */
  show(content: TrayContent): void;
  /** Updates the menu to the current language. */
  renew(): void;
  end(): void;
}

const nothing: TrayContent = { recent: [], sync: null };

/** Creates the tray icon and its menu. */
export function createTray(options: TrayOptions): AppTray {
  const tray = new Tray(nativeImage.createFromDataURL(icon));
  let content = nothing;
  tray.setToolTip("Tidemark");
  // On macOS a click opens the menu.
  if (options.platform !== "darwin") tray.on("click", () => options.open(null));

  function renew(): void {
    tray.setContextMenu(Menu.buildFromTemplate(trayItems(content, options)));
  }
  renew();

  return {
    show(given) {
      content = given;
      renew();
    },
    renew,
    end: () => tray.destroy(),
  };
}

function trayItems({ recent, sync }: TrayContent, options: TrayOptions) {
  const { words, act, capture, open, quit } = options;
  const said = words();
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const item = (label: string, click: () => void): MenuItemConstructorOptions => ({ label, click });
  const items: MenuItemConstructorOptions[] = [
    item(said.newMemo, () => act("new-memo")),
    item(said.capture, capture),
    item(said.record, () => act("record")),
    item(said.search, () => act("search")),
    separator,
    // In menus, `&` marks the next letter as an access key.
    ...recent.map(({ id, title }) => item(title.replaceAll("&", "&&"), () => open(id))),
    ...(recent.length > 0 ? [separator] : []),
  ];
  if (sync !== null) {
    if (sync === "on") items.push(item(said.sync, () => act("sync-now")));
    items.push(
      sync === "on"
        ? item(said.pauseSync, () => act("pause-sync"))
        : item(said.resumeSync, () => act("resume-sync")),
      separator,
    );
  }
  items.push(
    item(said.openApp, () => open(null)),
    item(said.quit, quit),
  );
  return items;
}
