export { mountLocked, mountTidemark, type Mounted } from "./app/mount.tsx";
export type { TidemarkClient } from "./data/client.tsx";
