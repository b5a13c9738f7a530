import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const watcher = "org.kde.StatusNotifierWatcher";
const answerMs = 1500;

/** Query to the session bus for a running tray host. */
const question = [
  "--session",
  "--dest=org.freedesktop.DBus",
  "--print-reply",
  "/org/freedesktop/DBus",
  "org.freedesktop.DBus.NameHasOwner",
  `string:${watcher}`,
];

/**
 * Returns true if a tray icon would be visible. Windows and macOS always have a tray. Some Linux desktops
 * have none (GNOME) and Electron doesn't report that, so this checks for a tray host on D-Bus.
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

/** Same as `canShowTray`, but retries, since at login the tray may start after this program. */
export async function waitForTray(platform: NodeJS.Platform): Promise<boolean> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (await canShowTray(platform)) return true;
    await wait(againMs);
  }
  return false;
}
