export { watchMenuWords } from "./app/menu-words.ts";
export { type FileAnswer, type SendFile, sendFilesBy } from "./shell/send-file.ts";
export { type HostTransfer, type SentFile, transferBy } from "./shell/host-transfer.ts";
export { linkMemosBy } from "./state/view-address.ts";
export type { Notice } from "./app/notice-page.tsx";
export { mountLocked, mountTidemark, type Mounted } from "./app/mount.tsx";
export { keepAnswers } from "./browser/kept-answers.ts";
export type { TidemarkClient } from "./data/client.tsx";
export type { HostConnection, HostState } from "./data/host-connection.ts";
export { mountRefused } from "./app/mount-refused.ts";
export { followShell } from "./app/follow-shell.ts";
export type {
  Captured,
  ChangedSettings,
  ClosingChoice,
  KeptCopy,
  Refused,
  ShellAct,
  ShellEvent,
  ShellPort,
  ShellRequest,
  ShellSettings,
  ShellState,
  TrayContent,
  UpdateState,
} from "./shell/shell-port.ts";
