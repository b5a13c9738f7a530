export type { MenuWords } from "./app/menu-strings.ts";
export { watchMenuWords } from "./app/menu-words.ts";
export { mountLocked, mountTidemark, type Mounted } from "./app/mount.tsx";
export type { TidemarkClient } from "./data/client.tsx";
export type { HostConnection, HostState } from "./data/host-connection.ts";
