import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const safetyStrings = sentences({
  backUp: msg`Back up now`,
  backingUp: msg`Backing up…`,
  restoring: msg`Restoring…`,
  last: (when: string) => msg`Last backup ${when}`,
  none: msg`No backups yet`,
  counted: (memos: number, files: number) =>
    msg`${plural(memos, { one: "# memo", other: "# memos" })}, ${plural(files, { one: "# file", other: "# files" })}`,
  done: (memos: number) => msg`Backed up: ${plural(memos, { one: "# memo", other: "# memos" })}`,
  whatItHas: msg`Everything on this device: memos, version history, settings, drafts and files. Doesn’t include passwords.`,
  folder: msg`Folder`,
  folderHelp: msg`A folder on another drive is safer. Backups aren’t encrypted.`,
  folderKept: msg`Backup folder changed`,
  usualFolder: msg`Use default folder`,
  schedule: msg`Automatic backups`,
  scheduleHelp: msg`Made while the app is running, if anything changed. Keeps 7 daily, 4 weekly and 12 monthly backups.`,
  schedules: {
    off: msg({ message: "Never", context: "how often a backup is made" }),
    daily: msg({ message: "Daily", context: "how often a backup is made" }),
    weekly: msg({ message: "Weekly", context: "how often a backup is made" }),
  },
  list: msg`Backups`,
  noList: msg`No backups in this folder.`,
  listedAs: (memos: number, size: string) =>
    msg`${plural(memos, { one: "# memo", other: "# memos" })} · ${size}`,
  beforeRestore: msg`before a restore`,
  ofDevice: (name: string) => msg`from ${name}`,
  restore: msg({ message: "Restore…", context: "a backup" }),
  browse: msg({ message: "Browse memos…", context: "of a backup" }),
  browseOf: (when: string) => msg`Browse memos of the backup from ${when}…`,
  restoreOf: (when: string) => msg`Restore the backup from ${when}…`,
  restoreTitle: (when: string) => msg`Restore the backup from ${when}?`,
  restoreBody: (memos: number) =>
    msg`Your current data is backed up first, then replaced by this backup (${plural(memos, { one: "# memo", other: "# memos" })}), and Tidemark restarts.`,
  restoreSynced: msg`This device syncs, so the server’s newer versions will come back.`,
  restoreDisconnected: msg`Restore and stay disconnected`,
  restored: (memos: number, when: string) =>
    msg`Restored ${plural(memos, { one: "# memo", other: "# memos" })} from ${when}`,
  restoreWaiting: (count: number) =>
    msg`${plural(count, { one: "# unsent change", other: "# unsent changes" })} will only be in the backup made first.`,
  restoreNow: msg({ message: "Restore", context: "a backup, now" }),
  failedBackup: (when: string) => msg`Backup failed ${when}`,
  failedRestore: (when: string) => msg`Restore failed ${when}`,
  whyRestore: {
    "no-space": msg`Not enough disk space. Nothing was changed.`,
    folder: msg`The backup folder can’t be read or written to. Nothing was changed.`,
    damaged: msg`This backup is damaged. Nothing was changed.`,
    newer: msg`It’s from a newer version of Tidemark. Update first.`,
    failed: msg`Something went wrong. See the log.`,
  },
  outcome: msg`Outcome of the restore`,
  showBackups: msg({ message: "Backups…", context: "opens their settings" }),
  closeOutcome: msg`Dismiss`,
  title: msg({ message: "Safety", context: "where everything is, and what was backed up" }),
  close: msg`Close`,
  memosHere: (memos: number) =>
    msg`${plural(memos, { one: "# memo on this device", other: "# memos on this device" })}`,
  memosBoth: (memos: number, host: string) =>
    msg`${plural(memos, { one: "# memo on this device and on", other: "# memos on this device and on" })} ${host}`,
  noServer: msg`Only on this device. Connect a server, or back up to another drive.`,
  verified: (when: string) => msg`Compared ${when}, nothing missing.`,
  unsent: (count: number) =>
    msg`${plural(count, { one: "Except # memo that the server refused: what you wrote is only on this device.", other: "Except # memos that the server refused: what you wrote is only on this device." })}`,
  verifying: msg`Comparing…`,
  notVerified: msg`Not compared yet.`,
  cannotVerify: msg`This server is too old to compare with.`,
  notNow: msg`Can’t compare right now. See the sync log for recent problems.`,
  busyWaits: (minutes: number) =>
    msg`The server is busy right now. Trying again within ${plural(minutes, { one: "a minute", other: "# minutes" })}.`,
  busy: msg`The server is busy right now. Compare again later.`,
  verify: msg`Compare now`,
  verifyHelp: msg`The full content is compared, not just the number.`,
  devices: (count: number) =>
    msg`${plural(count, { one: "# device is signed in", other: "# devices are signed in" })}`,
  devicesHelp: msg`Each was up to date as of its last sync.`,
  differing: (count: number) =>
    msg`${plural(count, { one: "# memo differs", other: "# memos differ" })}`,
  at: {
    here: msg({ message: "only here", context: "where a memo is" }),
    server: msg({ message: "only on the server", context: "where a memo is" }),
    both: msg({ message: "different content", context: "how a memo differs" }),
  },
  untitled: msg`Not on this device`,
  repair: msg`Sync these again`,
  repaired: msg`Everything matches now`,
  backupSettings: msg`Folder, schedule and restore…`,
  open: msg`Check my data`,
  openHelp: msg`Compares this device with the server and lists your backups.`,
  openHelpHere: msg`Compares this browser with the server. Backups aren’t made here: the server makes them, and an export is a copy of your own.`,
  show: msg({ message: "Show", context: "the safety sheet" }),
  why: {
    "no-space": msg`Not enough disk space.`,
    folder: msg`The folder doesn’t exist or can’t be written to.`,
    damaged: msg`The copied data is damaged. Keep your older backups and check the disk.`,
    newer: msg`It’s from a newer version of Tidemark. Update first.`,
    failed: msg`Something went wrong. See the log.`,
  },
});
