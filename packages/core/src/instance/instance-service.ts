import { isAdministrator } from "../model/caller.ts";
import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { appError, type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { hasSignal, type Signals } from "../stores/processes/signals.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import type { InstanceCounts, InstanceFigures } from "../stores/instance-store.ts";
import type { MetaStore } from "../stores/meta/meta-store.ts";
import { err, ok, type Result } from "../error/result.ts";
import { patchSetting, type SettingPatch } from "../setting/patch-setting.ts";
import {
  instanceSettingField,
  type InstanceSettingKey,
  instanceSettingKeys,
  type InstanceSettings,
  instanceSettingSchemas,
} from "./instance-settings.ts";
import { defineMetaFamily } from "../stores/meta/define-meta.ts";
import { text } from "../stores/meta/meta-form.ts";
import { parseJson } from "../json/parse-json.ts";

export interface InstanceDeps {
  readonly database: ServerDatabase;
  readonly signals: Signals;
  /** Encrypts secrets at rest; `open` returns null for text sealed with another key. */
  readonly secretBox: SecretBox;
  readonly nowMs: () => number;
}

export interface SecretBox {
  seal(text: string): string;
  open(sealed: string): string | null;
}

export type InstanceSettingView = {
  readonly [K in InstanceSettingKey]: { readonly key: K; readonly value: InstanceSettings[K] };
}[InstanceSettingKey];

/** Settings of the whole instance, managed by administrators, and its figures. */
export interface InstanceService {
  /** Returns the current settings, which are reloaded when a change is signalled. */
  current(): InstanceSettings;
  /** Resolves once `current` includes all signalled changes; null if it already does. */
  settle(): Promise<void> | null;
  /**
   * Returns a setting without the provider's key. PERMISSION_DENIED for callers who aren't administrators.
   */
  get(caller: Caller, key: string): Promise<Result<InstanceSettingView, AppError>>;
  update(
    caller: Caller,
    key: string,
    patch: SettingPatch,
  ): Promise<Result<InstanceSettingView, AppError>>;
  figures(caller: Caller): Promise<Result<InstanceFigures, AppError>>;
  /** Returns the counts of the database at a time. PERMISSION_DENIED for callers who aren't administrators. */
  counts(caller: Caller, nowMs: number): Promise<Result<InstanceCounts, AppError>>;
}

const denied = err(appError("PERMISSION_DENIED", "only administrators can manage the instance"));

export async function openInstanceService(deps: InstanceDeps): Promise<InstanceService> {
  const read = (): Promise<InstanceSettings> =>
    deps.database.read(({ meta }) => readSettings(meta, deps.secretBox));
  // Subscribed before the first read: a change during it triggers another read.
  let isBehind = false;
  let follow = (): void => {};
  deps.signals.listen((heard) => {
    if (!hasSignal(heard, "settings-changed")) return;
    isBehind = true;
    follow();
  });
  let settings = await read();
  let reading: Promise<void> | null = null;
  follow = () => {
    // If it fails, the next call of `settle` tries again.
    readAnew().catch(() => undefined);
  };

  /** Reads one at a time: an earlier read can't overwrite a later one. */
  async function readAnew(): Promise<void> {
    while (isBehind || reading !== null) await (reading ??= readOnce());
  }

  async function readOnce(): Promise<void> {
    isBehind = false;
    try {
      settings = await read();
    } catch (error) {
      isBehind = true;
      throw error;
    } finally {
      reading = null;
    }
  }

  return {
    current: () => settings,
    settle: () => (isBehind || reading !== null ? readAnew() : null),
    async get(caller, name) {
      if (!isAdministrator(caller)) return denied;
      const key = parseKey(name);
      return key === null ? err(notFound()) : ok(view(settings, key));
    },
    async update(caller, name, patch) {
      if (!isAdministrator(caller)) return denied;
      const key = parseKey(name);
      if (key === null) return err(notFound());
      const written = await deps.database.write(async (stores) => {
        const { meta, afterCommit } = stores;
        const before = await readSettings(meta, deps.secretBox);
        const fields = keepApiKey(key, before, readNames(readCounts(patch.fields)));
        const next = patchSetting<Record<string, unknown>>(
          instanceSettingSchemas[key],
          instanceSettingField(key),
          before[key],
          { ...patch, fields },
        );
        if (!next.ok) return next;
        const text = JSON.stringify(next.value);
        await meta.set(settingKeys.at(key), key === "AI" ? deps.secretBox.seal(text) : text);
        afterCommit({ kind: "settings-changed" });
        if (text !== JSON.stringify(before[key])) {
          await enterInAuditLog(stores, {
            action: "setting.changed",
            atMs: deps.nowMs(),
            actor: caller.name,
            target: `instance/settings/${key}`,
            address: caller.address ?? "",
          });
        }
        return ok(await readSettings(meta, deps.secretBox));
      }, caller);
      if (!written.ok) return written;
      await readAnew();
      return ok(view(written.value, key));
    },
    async figures(caller) {
      if (!isAdministrator(caller)) return denied;
      return ok(await deps.database.read(({ figures }) => figures.read()));
    },
    async counts(caller, nowMs) {
      if (!isAdministrator(caller)) return denied;
      return ok(await deps.database.read(({ figures }) => figures.counts(nowMs)));
    },
  };
}

function parseKey(name: string): InstanceSettingKey | null {
  return instanceSettingKeys.find((key) => key === name.toUpperCase()) ?? null;
}

/** JSON of each setting's schema, by `InstanceSettingKey`; `AI` is sealed. */
const settingKeys = defineMetaFamily("setting:", text);

async function readSettings(
  meta: Pick<MetaStore, "get">,
  secretBox: SecretBox,
): Promise<InstanceSettings> {
  const kept = (key: InstanceSettingKey): Promise<string | null> => meta.get(settingKeys.at(key));
  const readable = async (key: InstanceSettingKey): Promise<string> => (await kept(key)) ?? "{}";
  const sealed = await kept("AI");
  const schemas = instanceSettingSchemas;
  return {
    GENERAL: parseJson(schemas.GENERAL, await readable("GENERAL")),
    MEMO: parseJson(schemas.MEMO, await readable("MEMO")),
    STORAGE: parseJson(schemas.STORAGE, await readable("STORAGE")),
    LIMITS: parseJson(schemas.LIMITS, await readable("LIMITS")),
    WEBHOOKS: parseJson(schemas.WEBHOOKS, await readable("WEBHOOKS")),
    // If it was sealed with a lost key, the provider has to be set again.
    AI: parseJson(schemas.AI, (sealed === null ? null : secretBox.open(sealed)) ?? "{}"),
  };
}

/** Returns all texts in a database that are sealed with the instance's key. */
export async function sealedTexts({
  figures,
  meta,
}: Pick<ServerReadStores, "figures" | "meta">): Promise<string[]> {
  const provider = await meta.get(settingKeys.at("AI"));
  return [...(await figures.sealed()), ...(provider === null ? [] : [provider])];
}

/** Parses counts: some clients send 64-bit numbers as strings. */
function readCounts(fields: SettingPatch["fields"]): SettingPatch["fields"] {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isCount = /(?:Bytes|Days|PerHour|PerUser)$/.test(name);
    const isNumber = isCount && typeof value === "string" && /^\d{1,15}$/.test(value);
    return [name, isNumber ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Accepts enum names in any case; `""` means none. */
function readNames(fields: SettingPatch["fields"]): SettingPatch["fields"] {
  const { spaceCreation } = fields;
  if (typeof spaceCreation !== "string") return fields;
  return { ...fields, spaceCreation: spaceCreation.toUpperCase() || null };
}

/** Keeps the API key: clients send back what they read, which doesn't include it. */
function keepApiKey(
  key: InstanceSettingKey,
  before: InstanceSettings,
  fields: SettingPatch["fields"],
): SettingPatch["fields"] {
  const { provider } = fields;
  if (key !== "AI" || typeof provider !== "object" || provider === null) return fields;
  if ("apiKey" in provider && provider.apiKey !== undefined) return fields;
  return { ...fields, provider: { ...provider, apiKey: before.AI.provider.apiKey } };
}

function view(settings: InstanceSettings, key: InstanceSettingKey): InstanceSettingView {
  switch (key) {
    case "GENERAL":
      return { key, value: settings.GENERAL };
    case "MEMO":
      return { key, value: settings.MEMO };
    case "STORAGE":
      return { key, value: settings.STORAGE };
    case "LIMITS":
      return { key, value: settings.LIMITS };
    case "WEBHOOKS":
      return { key, value: settings.WEBHOOKS };
    case "AI": {
      const { baseUrl, model } = settings.AI.provider;
      return { key, value: { provider: { baseUrl, model, apiKey: "" } } };
    }
  }
}
