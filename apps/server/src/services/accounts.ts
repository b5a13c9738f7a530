import type { ServerDatabase } from "@tidemark/core";
import { createAuditService } from "@tidemark/core/audit";
import { type AuthDeps, createAuthService } from "@tidemark/core/auth";
import type { MemoDeps } from "@tidemark/core/memo";
import { createNotificationService } from "@tidemark/core/notification";
import { createUserSettingService } from "@tidemark/core/setting";
import { createUserService, type UserDeps } from "@tidemark/core/user";
import { createViewService } from "@tidemark/core/view";
import { isCommonPassword } from "../auth/common-passwords.ts";
import { hashPassword, verifyPassword } from "../auth/password-hash.ts";
import type { ServiceContext } from "./service-context.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { Services } from "./services.ts";
import { sha256 } from "./sha256.ts";

/** Creates the services for accounts and for data that belongs to a single user. */
export function createAccounts(
  context: ServiceContext,
  memoDeps: MemoDeps<ServerDatabase>,
  {
    passwordCost,
    limits,
    eraseFiles,
  }: Pick<ServiceOptions, "passwordCost" | "limits"> & Pick<UserDeps, "eraseFiles">,
): Pick<Services, "auth" | "audit" | "users" | "userSettings" | "views" | "notifications"> {
  const { database, signals, pageTokens, newId, nowMs, settings } = context;
  const authDeps: AuthDeps = {
    database,
    signals,
    pageTokens,
    nowMs,
    randomBytes: context.randomBytes,
    sha256,
    hashPassword: (password) => hashPassword(password, passwordCost),
    verifyPassword,
    isCommonPassword,
    secretBox: context.secretBox,
    ...(limits !== undefined && { attempts: (windowMs) => limits.attempts(windowMs) }),
    credentialRevision: context.credentialRevision,
    policy: () => settings.current().GENERAL,
  };
  const auth = createAuthService(authDeps);
  const { journal, clock } = memoDeps;
  return {
    auth,
    audit: createAuditService({ database, pageTokens, nowMs }),
    users: createUserService({
      auth: authDeps,
      confirmPassword: (user, password) => auth.confirmPassword(user, password),
      memoDeps,
      ...(eraseFiles !== undefined && { eraseFiles }),
    }),
    userSettings: createUserSettingService({ database, pageTokens, journal, clock }),
    views: createViewService({ database, pageTokens, newId, journal, clock }),
    notifications: createNotificationService({ database, pageTokens }),
  };
}
