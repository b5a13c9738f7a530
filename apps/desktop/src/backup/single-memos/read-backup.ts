import type { DeviceDatabase } from "@tidemark/core";
import type { UserReference } from "@tidemark/core/names";

/** A backup that is open for reading. */
export interface ReadBackup {
  readonly database: DeviceDatabase;
  /** User of the profile when the backup was made. */
  readonly user: UserReference;
  /** Folder with the content of its files. */
  readonly contents: string;
}
