import {
  aiInstanceSchema,
  generalInstanceSchema,
  instanceSettingField,
  type InstanceSettingKey,
  instanceSettingKeys,
  type InstanceSettings,
  type InstanceSettingView,
  limitsInstanceSchema,
  memoInstanceSchema,
  storageInstanceSchema,
  webhooksInstanceSchema,
} from "@tidemark/core/instance";
import { appError, AppFailure, boundedArray, invalidField, unwrap } from "@tidemark/core";
import { isAdministrator } from "@tidemark/core/model";
import { type Caller, signedOutCaller } from "@tidemark/core/model";
import { findClockDoubt } from "@tidemark/core/commit";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import {
  accessMode,
  accessModeJson,
  memosGeneral,
  memosGeneralJson,
  memosMemo,
  memosMemoJson,
  memosStorage,
  memosStorageJson,
  ownKeys,
} from "./setting-keys.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";
import { fieldsOf } from "../user/setting-routes.ts";

const instanceSettingJson = z
  .object({
    name: z.string(),
    /** Contains our keys only for administrators; everyone else gets memos' keys. */
    generalSetting: generalInstanceSchema.partial().extend(memosGeneralJson.shape).optional(),
    memoSetting: memoInstanceSchema.optional(),
    memoRelatedSetting: memoInstanceSchema.partial().extend(memosMemoJson.shape).optional(),
    accessSetting: z.object({ accessMode: accessModeJson }).optional(),
    storageSetting: storageInstanceSchema.extend(memosStorageJson.shape).optional(),
    limitsSetting: limitsInstanceSchema.optional(),
    webhooksSetting: webhooksInstanceSchema.optional(),
    aiSetting: z
      .object({ provider: aiInstanceSchema.shape.provider.unwrap().omit({ apiKey: true }) })
      .optional(),
  })
  .meta({ id: "InstanceSetting" });

type InstanceSettingJson = z.infer<typeof instanceSettingJson>;

/** Our setting for each one that memos names differently. */
const memosNames = new Map<string, InstanceSettingKey>([
  ["MEMO_RELATED", "MEMO"],
  ["ACCESS", "GENERAL"],
]);

const params = z.object({ key: z.string() });
const settingFields = z.record(z.string(), z.unknown()).nullish();

/** Routes for the instance settings and statistics. */
export const instanceSettingRoutes: RestRoutes = async (app, { services, config }) => {
  const { instance } = services;

  /** Returns a setting as everyone may see it, with memos' keys; null if only administrators may read it. */
  function shownToAll(key: string): InstanceSettingJson | null {
    const { GENERAL, MEMO } = instance.current();
    const name = `instance/settings/${key}`;
    if (key === "GENERAL") return { name, generalSetting: memosGeneral(GENERAL) };
    if (key === "ACCESS") return accessJson(GENERAL);
    return key === "MEMO_RELATED" ? { name, memoRelatedSetting: memosMemo(MEMO) } : null;
  }

  function accessJson({ publicAccess }: InstanceSettings["GENERAL"]): InstanceSettingJson {
    const accessSetting = { accessMode: accessMode(publicAccess) };
    return { name: "instance/settings/ACCESS", accessSetting };
  }

  /** Reads a setting in the form that the caller may see. */
  async function read(caller: Caller, named: string): Promise<InstanceSettingJson> {
    const key = named.toUpperCase();
    const shown = shownToAll(key);
    if (shown !== null && !isAdministrator(caller)) return shown;
    if (caller.name === signedOutCaller.name) {
      throw new AppFailure(appError("UNAUTHENTICATED", "sign in, or send an access token"));
    }
    return toJson(unwrap(await instance.get(caller, memosNames.get(key) ?? key)), key);
  }

  /** Converts a setting under its requested name. An unset limit is read from the server's config. */
  function toJson(setting: InstanceSettingView, asked: string): InstanceSettingJson {
    const name = `instance/settings/${asked}`;
    if (setting.key === "GENERAL") {
      if (asked === "ACCESS") return accessJson(setting.value);
      return { name, generalSetting: { ...setting.value, ...memosGeneral(setting.value) } };
    }
    if (setting.key === "MEMO" && asked === "MEMO_RELATED") {
      return { name, memoRelatedSetting: { ...setting.value, ...memosMemo(setting.value) } };
    }
    if (setting.key === "STORAGE") {
      return { name, storageSetting: { ...setting.value, ...memosStorage(setting.value) } };
    }
    if (setting.key !== "LIMITS") {
      return { name, [instanceSettingField(setting.key)]: setting.value };
    }
    const { requestsPerHour, anonymousRequestsPerHour } = setting.value;
    return {
      name,
      limitsSetting: {
        requestsPerHour: requestsPerHour ?? config.rateLimit,
        anonymousRequestsPerHour: anonymousRequestsPerHour ?? config.rateLimitAnonymous,
      },
    };
  }

  app.get(
    "/instance/settings/:key",
    {
      config: { access: "reader", bucket: "settings" },
      schema: {
        tags: ["instance"],
        summary:
          "Get a setting: GENERAL, MEMO, MEMO_RELATED, ACCESS, STORAGE, LIMITS, WEBHOOKS or AI",
        description:
          "GENERAL, MEMO_RELATED and ACCESS answer whoever may read here, with memos' keys; the rest is for administrators.",
        params,
        response: { 200: instanceSettingJson },
      },
    },
    async (request) => read(readerOf(request), request.params.key),
  );

  app.post(
    "/instance/settings::batchGet",
    {
      config: { access: "reader" },
      schema: {
        tags: ["instance"],
        summary: "Get up to 20 settings by name, all of them or none",
        body: z.object({ names: boundedArray(z.string().max(256), 20).min(1).max(20) }),
        response: { 200: z.object({ settings: z.array(instanceSettingJson) }) },
      },
    },
    async (request) => {
      const keys = request.body.names.map((name) => {
        const key = /^instance\/settings\/(\w+)$/.exec(name)?.[1]?.toUpperCase() ?? "";
        if (![...instanceSettingKeys, ...memosNames.keys()].includes(key)) {
          throw new AppFailure(invalidField("names", "must be instance/settings/{key}"));
        }
        return key;
      });
      const caller = readerOf(request);
      return { settings: await Promise.all(keys.map((key) => read(caller, key))) };
    },
  );

  app.patch(
    "/instance/settings/:key",
    {
      config: { bucket: "settings" },
      schema: {
        tags: ["instance"],
        summary: "Update a setting; the provider's key is never read back",
        description:
          "GENERAL, MEMO_RELATED and STORAGE take memos' keys too: one that differs from its twin is refused. ACCESS is GENERAL's publicAccess.",
        params,
        querystring: z.object({ updateMask: z.string().default("") }),
        body: z.looseObject({
          name: z.string().nullish(),
          generalSetting: settingFields,
          memoSetting: settingFields,
          memoRelatedSetting: settingFields,
          accessSetting: settingFields,
          storageSetting: settingFields,
          limitsSetting: settingFields,
          webhooksSetting: settingFields,
          aiSetting: settingFields,
        }),
        response: { 200: instanceSettingJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const key = request.params.key.toUpperCase();
      const field = key === "MEMO_RELATED" ? "memoRelatedSetting" : `${key.toLowerCase()}Setting`;
      const sent = unwrap(fieldsOf(request.body, field));
      const { STORAGE } = instance.current();
      const patch = unwrap(ownKeys(key, { mask: request.query.updateMask, fields: sent }, STORAGE));
      const updated = await instance.update(caller, memosNames.get(key) ?? key, patch);
      return toJson(unwrap(updated), key);
    },
  );

  app.get(
    "/instance/stats",
    {
      schema: {
        tags: ["instance"],
        summary: "Get statistics of the instance, for administrators",
        description:
          "`removalPaused`: the clock may be wrong, so nothing is removed for good because of its age.",
        response: {
          200: z.object({
            users: z.int(),
            memos: z.int(),
            attachments: z.int(),
            // proto3 JSON writes 64-bit integers as strings.
            localStorageBytes: z.string(),
            databaseBytes: z.string(),
            database: z
              .object({ driver: z.enum(["sqlite", "postgres"]), sizeBytes: z.string() })
              .meta({ description: "The same size, in memos' format" }),
            generatedTime: timestampOutput,
            removalPaused: z.boolean(),
          }),
        },
      },
    },
    async (request) => {
      const figures = unwrap(await instance.figures(identityOf(request).caller));
      const { localStorageBytes, databaseBytes, databaseKind, ...counts } = figures;
      const doubt = await services.database.read(({ meta }) =>
        findClockDoubt(meta, services.nowMs()),
      );
      return {
        ...counts,
        localStorageBytes: String(localStorageBytes),
        databaseBytes: String(databaseBytes),
        database: { driver: databaseKind, sizeBytes: String(databaseBytes) },
        generatedTime: formatTimestamp(services.nowMs()),
        removalPaused: doubt !== null,
      };
    },
  );
};
