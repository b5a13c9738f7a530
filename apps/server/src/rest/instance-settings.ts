import {
  aiInstanceSchema,
  generalInstanceSchema,
  instanceSettingField,
  type InstanceSettingView,
  limitsInstanceSchema,
  memoInstanceSchema,
  storageInstanceSchema,
  webhooksInstanceSchema,
} from "@tidemark/core/instance";
import { z } from "zod";
import { unwrap } from "../http/app-failure.ts";
import { identityOf } from "../http/authentication.ts";
import type { RestRoutes } from "./rest-route.ts";
import { fieldsOf } from "./user-settings.ts";

const instanceSettingJson = z
  .object({
    name: z.string(),
    generalSetting: generalInstanceSchema.optional(),
    memoSetting: memoInstanceSchema.optional(),
    storageSetting: storageInstanceSchema.optional(),
    limitsSetting: limitsInstanceSchema.optional(),
    webhooksSetting: webhooksInstanceSchema.optional(),
    aiSetting: z
      .object({ provider: aiInstanceSchema.shape.provider.unwrap().omit({ apiKey: true }) })
      .optional(),
  })
  .meta({ id: "InstanceSetting" });

const params = z.object({ key: z.string() });
const settingFields = z.record(z.string(), z.unknown()).nullish();

/** What administrators decide for everybody, and the figures of the instance. */
export const instanceSettingRoutes: RestRoutes = async (app, { services, config }) => {
  const { instance } = services;

  /** A limit that nobody has set is the one that the server was started with. */
  function toJson(setting: InstanceSettingView): z.infer<typeof instanceSettingJson> {
    const name = `instance/settings/${setting.key}`;
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
      schema: {
        tags: ["instance"],
        summary: "Get a setting: GENERAL, MEMO, STORAGE, LIMITS, WEBHOOKS or AI",
        params,
        response: { 200: instanceSettingJson },
      },
    },
    async (request) =>
      toJson(unwrap(await instance.get(identityOf(request).caller, request.params.key))),
  );

  app.patch(
    "/instance/settings/:key",
    {
      schema: {
        tags: ["instance"],
        summary: "Update a setting; the provider's key is never read back",
        params,
        querystring: z.object({ updateMask: z.string().default("") }),
        body: z.looseObject({
          name: z.string().nullish(),
          generalSetting: settingFields,
          memoSetting: settingFields,
          storageSetting: settingFields,
          limitsSetting: settingFields,
          webhooksSetting: settingFields,
          aiSetting: settingFields,
        }),
        response: { 200: instanceSettingJson },
      },
    },
    async (request) => {
      const { key } = request.params;
      const fields = unwrap(fieldsOf(request.body, `${key.toLowerCase()}Setting`));
      const patch = { mask: request.query.updateMask, fields };
      return toJson(unwrap(await instance.update(identityOf(request).caller, key, patch)));
    },
  );

  app.get(
    "/instance/stats",
    {
      schema: {
        tags: ["instance"],
        summary: "Figures of the instance, for administrators",
        response: {
          200: z.object({
            users: z.int(),
            memos: z.int(),
            attachments: z.int(),
            // 64 bits: text in proto3 JSON.
            localStorageBytes: z.string(),
            databaseBytes: z.string(),
          }),
        },
      },
    },
    async (request) => {
      const figures = unwrap(await instance.figures(identityOf(request).caller));
      const { localStorageBytes, databaseBytes, ...counts } = figures;
      return {
        ...counts,
        localStorageBytes: String(localStorageBytes),
        databaseBytes: String(databaseBytes),
      };
    },
  );
};
