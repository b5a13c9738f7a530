import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const safetyStrings = sentences({
  backUp: msg`Back up now`,
  backingUp: msg`Backing up…`,
  restoring: msg`Restoring…`,
  last: (when: string) => msg`Last backup ${when}`,
  none: msg`Nothing is backed up yet`,
  counted: (memos: number, files: number) =>
    msg`${plural(memos, { one: "# memo", other: "# memos" })}, ${plural(files, { one: "# file", other: "# files" })}`,
  done: (memos: number) => msg`Backed up: ${plural(memos, { one: "# memo", other: "# memos" })}`,
  whatItHas: msg`Everything that is on this device: memos, earlier texts, settings, drafts and files. No password and no session is in it.`,
  folder: msg`Folder`,
  folderHelp: msg`Another disk survives this one. Whoever can read the folder can read your memos.`,
  folderKept: msg`Backups go to another folder now`,
  usualFolder: msg`Use the usual folder`,
  schedule: msg`By itself`,
  scheduleHelp: msg`While the app runs and something changed. A backup of each of the last seven days, four weeks and twelve months stays.`,
  schedules: {
    off: msg({ message: "Never", context: "how often a backup is made" }),
    daily: msg({ message: "Daily", context: "how often a backup is made" }),
    weekly: msg({ message: "Weekly", context: "how often a backup is made" }),
  },
  list: msg`Backups`,
  noList: msg`None in this folder.`,
  listedAs: (memos: number, size: string) =>
    msg`${plural(memos, { one: "# memo", other: "# memos" })} · ${size}`,
  beforeRestore: msg`before something else was restored`,
  ofDevice: (name: string) => msg`of ${name}`,
  restore: msg({ message: "Restore…", context: "a backup" }),
  restoreOf: (when: string) => msg`Restore the backup of ${when}…`,
  restoreTitle: (when: string) => msg`Restore the backup of ${when}?`,
  restoreBody: (memos: number) =>
    msg`What is here now is backed up first. Then everything is as it was: ${plural(memos, { one: "# memo", other: "# memos" })}. The app begins anew.`,
  restoreSynced: msg`What the server has since comes back with the next sync, and what was removed for good stays removed.`,
  restoreWaiting: (count: number) =>
    msg`${plural(count, { one: "# change was", other: "# changes were" })} not sent yet: only the backup that is made first has what they changed.`,
  restoreNow: msg({ message: "Restore", context: "a backup, now" }),
  failedBackup: (when: string) => msg`The backup failed ${when}`,
  failedRestore: (when: string) => msg`Nothing was restored ${when}`,
  title: msg({ message: "Safety", context: "where everything is, and what was backed up" }),
  close: msg`Close`,
  memosHere: (memos: number) =>
    msg`${plural(memos, { one: "# memo on this device", other: "# memos on this device" })}`,
  memosBoth: (memos: number, host: string) =>
    msg`${plural(memos, { one: "# memo on this device and on", other: "# memos on this device and on" })} ${host}`,
  noServer: msg`On this device alone. A server, or backups on another disk, would survive it.`,
  verified: (when: string) => msg`Compared ${when}: both have the same.`,
  verifying: msg`Comparing…`,
  notVerified: msg`Not compared yet.`,
  cannotVerify: msg`It cannot be verified with this server: it is too old.`,
  notNow: msg`It cannot be compared now. Last sync problems stand in the sync’s log.`,
  busyWaits: (minutes: number) =>
    msg`The server has too much to do now. It is asked again within ${plural(minutes, { one: "a minute", other: "# minutes" })}.`,
  busy: msg`The server has too much to do now. Compare again later.`,
  verify: msg`Compare now`,
  verifyHelp: msg`Digests of what every memo says are compared, not only counts.`,
  devices: (count: number) =>
    msg`${plural(count, { one: "# device is signed in", other: "# devices are signed in" })}`,
  devicesHelp: msg`Each has what the server had when it synced last.`,
  differing: (count: number) =>
    msg`${plural(count, { one: "# memo is not alike", other: "# memos are not alike" })}`,
  at: {
    here: msg({ message: "only here", context: "where a memo is" }),
    server: msg({ message: "only on the server", context: "where a memo is" }),
    both: msg({ message: "another text or other fields", context: "how a memo differs" }),
  },
  untitled: msg`A memo that is not here`,
  repair: msg`Send and fetch these again`,
  repaired: msg`Everything is alike now`,
  backupSettings: msg`Folder, schedule and restore…`,
  open: msg`Where everything is`,
  openHelp: msg`What is on this device, on the server and in backups, compared by digests.`,
  show: msg({ message: "Show", context: "the safety sheet" }),
  why: {
    "no-space": msg`The disk is too full.`,
    folder: msg`The folder is not there, or nothing can be written into it.`,
    damaged: msg`What was copied is damaged. Keep the older backups, and look at the disk.`,
    newer: msg`It is of a newer version of Tidemark: update first.`,
    failed: msg`Something unforeseen happened. The log of the program says what.`,
  },
});
