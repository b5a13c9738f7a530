import { appError, err } from "@tidemark/core";
import type { AppBackups, BackupsState } from "@tidemark/core/router";

/** Backups of a profile, implemented outside the replica. */
export interface ProfileBackups extends AsyncDisposable {
  readonly app: AppBackups;
}

const refused = err(appError("UNIMPLEMENTED", "backups aren't available here"));

const none: BackupsState = {
  folder: "",
  isUsualFolder: true,
  schedule: "off",
  atWork: null,
  failure: null,
  restored: null,
  backups: [],
};

/** Implementation for hosts without backups. */
export const noBackups: ProfileBackups = {
  app: {
    state: async () => none,
    configure: async () => refused,
    backUp: async () => refused,
    restore: async () => refused,
    outcome: async () => null,
    seeOutcome: async () => {},
    listMemos: async () => refused,
    restoreMemos: async () => refused,
    undoRestoreMemos: async () => refused,
    leaveMemos: async () => {},
  },
  async [Symbol.asyncDispose]() {},
};
