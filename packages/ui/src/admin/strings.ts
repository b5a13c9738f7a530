import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const adminStrings = sentences({
  title: msg`Administration`,
  parts: msg`Administration sections`,
  sections: {
    users: msg`Users`,
    spaces: msg`Spaces`,
    instance: msg`Server settings`,
    state: msg`Status and backups`,
    log: msg`Audit log`,
  },
  notAdministrator: msg`You aren’t an administrator of this server`,
  notAdministratorBody: msg`Ask an administrator to give you the role.`,
  away: (host: string) => msg`Can’t reach ${host}`,
  awayBody: msg`Administration needs a connection. This page reloads when the server responds.`,
  failed: (words: string) => msg`Couldn’t load this. ${words}`,
  again: msg`Try again`,
  loading: msg`Loading…`,
  more: msg`Show more`,
  manage: msg`Manage`,
});
