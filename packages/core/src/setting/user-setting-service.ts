import type { WriteContext } from "../commit/write-context.ts";
import { appError, type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { type Page, pageList, type PageRequest } from "../paging/page-list.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import type { RegisterDeps } from "../commit/commit-register.ts";
import { err, ok, type Result } from "../error/result.ts";
import { findOwnAccount } from "../access/find-user.ts";
import { patchSetting, type SettingPatch } from "./patch-setting.ts";
import {
  type GeneralSetting,
  generalSettingSchema,
  readGeneralSetting,
  readTagsSetting,
  type TagsSetting,
  tagsSettingSchema,
  type UserSettingKey,
  userSettingKeys,
  writeGeneralSetting,
  writeTagsSetting,
} from "./user-settings.ts";
import type { UserReference } from "../names/names.ts";

export interface UserSettingDeps extends RegisterDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
}

/** A setting for reading. Webhooks are stored elsewhere; WEBHOOKS only has its key here. */
export type UserSetting =
  | { readonly key: "GENERAL"; readonly general: GeneralSetting }
  | { readonly key: "WEBHOOKS" }
  | { readonly key: "TAGS"; readonly tags: TagsSetting };

/** Settings of users. `user` is a username or number; NOT_FOUND for other users' settings. */
export interface UserSettingService {
  list(
    caller: Caller,
    user: string,
    page: PageRequest,
  ): Promise<Result<Page<UserSetting>, AppError>>;
  get(caller: Caller, user: string, key: string): Promise<Result<UserSetting, AppError>>;
  /** Changes a setting. FAILED_PRECONDITION for WEBHOOKS, which are changed individually. */
  update(
    caller: Caller,
    user: string,
    key: string,
    patch: SettingPatch,
  ): Promise<Result<UserSetting, AppError>>;
  /** Returns true if camera metadata in the user's files is stored. */
  savesMediaMetadata(user: UserReference): Promise<boolean>;
}

export function createUserSettingService(deps: UserSettingDeps): UserSettingService {
  return {
    list: (caller, user, page) =>
      deps.database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const settings: UserSetting[] = [];
        for (const key of userSettingKeys) settings.push(await read(stores, caller.name, key));
        const rank = ({ key }: UserSetting): string => String(userSettingKeys.indexOf(key));
        return pageList(deps.pageTokens, settings, rank, {
          ...page,
          asked: ["settings", caller.name],
        });
      }),
    get: (caller, user, name) =>
      deps.database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const key = parseKey(name);
        return key === null ? err(notFound()) : ok(await read(stores, caller.name, key));
      }),
    update: (caller, user, name, patch) =>
      deps.database.write(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const key = parseKey(name);
        if (key === null) return err(notFound());
        if (key === "WEBHOOKS") {
          return err(appError("FAILED_PRECONDITION", "webhooks can only be changed one by one"));
        }
        const patched =
          key === "GENERAL"
            ? await patchGeneral({ stores, deps, caller }, patch)
            : await patchTags({ stores, deps, caller }, patch);
        return patched.ok ? ok(await read(stores, caller.name, key)) : patched;
      }, caller),
    savesMediaMetadata: (user) =>
      deps.database.read(
        async ({ registers }) => (await readGeneralSetting(registers, user)).saveMediaMetadata,
      ),
  };
}

/** Changes the caller's general setting, on a server or a device. */
export async function patchGeneral(
  context: WriteContext<RegisterDeps>,
  patch: SettingPatch,
): Promise<Result<GeneralSetting, AppError>> {
  const { stores, caller } = context;
  const before = await readGeneralSetting(stores.registers, caller.name);
  const next = patchSetting(generalSettingSchema, "generalSetting", before, patch);
  if (next.ok) await writeGeneralSetting(context, { before, after: next.value });
  return next;
}

/** Changes the styles of the caller's tags, on a server or a device. */
export async function patchTags(
  context: WriteContext<RegisterDeps>,
  patch: SettingPatch,
): Promise<Result<TagsSetting, AppError>> {
  const { stores, caller } = context;
  const before = await readTagsSetting(stores.registers, caller.name);
  const next = patchSetting(tagsSettingSchema, "tagsSetting", before, patch);
  if (next.ok) await writeTagsSetting(context, { before, after: next.value });
  return next;
}

async function read(
  stores: Pick<ServerReadStores, "registers">,
  user: UserReference,
  key: UserSettingKey,
): Promise<UserSetting> {
  switch (key) {
    case "GENERAL":
      return { key, general: await readGeneralSetting(stores.registers, user) };
    case "TAGS":
      return { key, tags: await readTagsSetting(stores.registers, user) };
    case "WEBHOOKS":
      return { key };
  }
}

function parseKey(name: string): UserSettingKey | null {
  return userSettingKeys.find((key) => key === name.toUpperCase()) ?? null;
}
