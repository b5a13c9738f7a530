import { type AppError, err, invalidField, ok, type Result, unwrap } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import { generalSettingSchema, tagsSettingSchema, type UserSetting } from "@tidemark/core/setting";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import type { Services } from "../../services/services.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { generalToJson, readSettingFields } from "./setting-values.ts";
import { webhookJson, webhookToJson } from "../webhook/json.ts";
import { pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";
import { usernameOf } from "@tidemark/core/names";

const userSettingJson = z
  .object({
    name: z.string(),
    generalSetting: generalSettingSchema.optional(),
    webhooksSetting: z.object({ webhooks: z.array(webhookJson) }).optional(),
    tagsSetting: tagsSettingSchema.optional(),
  })
  .meta({ id: "UserSetting" });

const params = z.object({ user: z.string(), setting: z.string() });
const settingFields = z.record(z.string(), z.unknown());

/** Routes for a user's own settings. */
export const userSettingRoutes: RestRoutes = async (app, { services }) => {
  const { userSettings } = services;

  app.get(
    "/users/:user/settings",
    {
      schema: {
        tags: ["users"],
        summary: "List one's settings",
        params: z.object({ user: z.string() }),
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ settings: z.array(userSettingJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const page = unwrap(await userSettings.list(caller, request.params.user, request.query));
      const settings = page.items.map((setting) => settingToJson(services, caller, setting));
      return { settings: await Promise.all(settings), nextPageToken: page.nextPageToken };
    },
  );

  app.get(
    "/users/:user/settings/:setting",
    {
      schema: {
        tags: ["users"],
        summary: "Get a setting: GENERAL, WEBHOOKS or TAGS",
        params,
        response: { 200: userSettingJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user, setting } = request.params;
      return settingToJson(services, caller, unwrap(await userSettings.get(caller, user, setting)));
    },
  );

  app.patch(
    "/users/:user/settings/:setting",
    {
      schema: {
        tags: ["users"],
        summary: "Update a setting; mask paths with or without the setting's name",
        params,
        querystring: z.object({ updateMask: z.string().default("") }),
        body: z.looseObject({
          name: z.string().nullish(),
          generalSetting: settingFields.nullish(),
          tagsSetting: settingFields.nullish(),
          webhooksSetting: settingFields.nullish(),
        }),
        response: { 200: userSettingJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user, setting } = request.params;
      const given = unwrap(fieldsOf(request.body, `${setting.toLowerCase()}Setting`));
      const patch = { mask: request.query.updateMask, fields: readSettingFields(given) };
      const updated = await userSettings.update(caller, user, setting, patch);
      return settingToJson(services, caller, unwrap(updated));
    },
  );
};

/** Returns the fields under the setting's key; rejects any other key except `name`. */
export function fieldsOf(
  body: Readonly<Record<string, unknown>>,
  key: string,
): Result<Readonly<Record<string, unknown>>, AppError> {
  const other = Object.keys(body).find((each) => each !== key && each !== "name");
  if (other !== undefined) return err(invalidField(other, `is not a field; use ${key}`));
  return ok((body[key] ?? {}) as Readonly<Record<string, unknown>>);
}

async function settingToJson(
  services: Services,
  caller: Caller,
  setting: UserSetting,
): Promise<z.infer<typeof userSettingJson>> {
  const name = `${caller.name}/settings/${setting.key}`;
  switch (setting.key) {
    case "GENERAL":
      return { name, generalSetting: generalToJson(setting.general) };
    case "TAGS":
      return { name, tagsSetting: setting.tags };
    case "WEBHOOKS": {
      const username = usernameOf(caller.name);
      const webhooks = unwrap(await services.webhooks.list(caller, username));
      return { name, webhooksSetting: { webhooks: webhooks.map(webhookToJson) } };
    }
  }
}
