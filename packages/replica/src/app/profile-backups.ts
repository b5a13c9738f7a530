import { appError, err } from "@tidemark/core";
import type { AppBackups } from "@tidemark/core/router";

/** Backups of a profile, implemented outside the replica. */
export interface ProfileBackups extends AsyncDisposable {
  readonly app: AppBackups;
}

const refused = err(appError("UNIMPLEMENTED", "backups aren't available here"));

/** Implementation for hosts without backups. */
export const noBackups: ProfileBackups = {
  app: {
    state: async () => ({
      folder: "",
      isUsualFolder: true,
      schedule: "off",
      atWork: null,
      failure: null,
      restored: null,
      backups: [],
    }),
    configure: async () => refused,
    backUp: async () => refused,
    restore: async () => refused,
  },
  async [Symbol.asyncDispose]() {},
};
