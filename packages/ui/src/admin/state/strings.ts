import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const stateStrings = sentences({
  version: msg`Version`,
  running: msg`Running since`,
  database: msg`Database`,
  sessions: msg`Signed in`,
  sessionCounts: (browsers: number, devices: number) =>
    msg`${plural(browsers, { one: "# browser", other: "# browsers" })}, ${plural(devices, { one: "# device", other: "# devices" })}`,
  streams: msg`Live connections`,
  disk: { data: msg`Free space for data`, files: msg`Free space for files` },
  diskShort: msg`The disk is almost full. New memos and files are refused.`,
  removalPaused: msg`The server’s clock may be wrong, so nothing is deleted because of its age. Set the clock and restart the server.`,
  backups: msg`Backups`,
  backupsDaily: (time: string, folder: string) => msg`Every day at ${time}, in ${folder}`,
  noBackups: msg`The server makes no backups. Start it with --backup-to to change that.`,
  lastBackup: msg`Last backup`,
  never: msg({ message: "Never", context: "last backup" }),
  backUp: msg`Back up now`,
  making: msg`Backing up…`,
  made: msg`Backup finished`,
  notMade: (words: string) => msg`Backup not made. ${words}`,
  failed: (words: string) => msg`The last backup failed: ${words}`,
  kept: msg`Backups on the server`,
  contents: (memos: number, files: number, size: string) =>
    msg`${plural(memos, { one: "# memo", other: "# memos" })}, ${plural(files, { one: "# file", other: "# files" })}, ${size}`,
  warnings: msg`Latest warnings`,
  noWarnings: msg`None since the server started.`,
});
