export {
  type Host,
  type OpenReplica,
  openReplica,
  type ProfileServices,
  type ReplicaOptions,
} from "./profile/open-replica.ts";
export type { Platform } from "./platform/platform.ts";
