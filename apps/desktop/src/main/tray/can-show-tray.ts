import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const watcher = "org.kde.StatusNotifierWatcher";
const answerMs = 1500;

/** Asks the session's bus who shows the icons of programs. */
const question = [
  "--session",
  "--dest=org.freedesktop.DBus",
  "--print-reply",
  "/org/freedesktop/DBus",
  "org.freedesktop.DBus.NameHasOwner",
  `string:${watcher}`,
];

/**
 * Whether an icon in the tray would be seen. Windows and macOS have a place for it; on Linux some
 * desktops have none (GNOME), and Electron does not say so: without anybody to show it there is none.
 */
export function canShowTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === "darwin" || platform === "win32") return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile("dbus-send", question, { timeout: answerMs }, (error, answer) => {
      resolve(error === null && /\bboolean true\b/u.test(answer));
    });
  });
}

const tries = 10;
const againMs = 3000;

/** The same at the start of a session, in which the tray may come after this program. */
export async function waitForTray(platform: NodeJS.Platform): Promise<boolean> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (await canShowTray(platform)) return true;
    await wait(againMs);
  }
  return false;
}
