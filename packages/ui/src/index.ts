export { watchMenuWords } from "./app/menu-words.ts";
export { type FileAnswer, type SendFile, sendFilesBy } from "./shell/send-file.ts";
export { sayCopyRemoved } from "./browser/say-copy-removed.ts";
export { offerNewBuild } from "./feedback/offer-new-build.ts";
export { beginWith } from "./received/begin-with.ts";
export type { ReceivedShare, ShareSource } from "./received/received.ts";
export { type HostTransfer, type SentFile, transferBy } from "./shell/host-transfer.ts";
export { linkMemosBy } from "./state/view-address.ts";
export { leaveBrowserBy } from "./sync/sign-out/leave-browser.ts";
export { mountNotice } from "./app/mount-notice.tsx";
export type { Notice } from "./app/notice-page.tsx";
export { mountLocked, mountTidemark, type Mounted } from "./app/mount.tsx";
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
