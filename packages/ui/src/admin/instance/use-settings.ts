import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InstanceSetting } from "@tidemark/client";
import { asked } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { instanceStrings as strings } from "./strings.ts";

/** Settings that this screen shows, by their key in the API. */
const parts = {
  GENERAL: "generalSetting",
  MEMO: "memoSetting",
  STORAGE: "storageSetting",
  LIMITS: "limitsSetting",
  WEBHOOKS: "webhooksSetting",
  AI: "aiSetting",
} as const;
type Key = keyof typeof parts;
const keys = Object.keys(parts) as Key[];

/** Settings by the names of their parts. */
export type Settings = Omit<InstanceSetting, "name">;

/** Saves one field of a setting and leaves the others. Resolves to false if the server refused. */
export type SaveSetting = (
  key: Key,
  field: string,
  value: string | number | boolean | object | null,
  label: string,
) => Promise<boolean>;

/** Queries the settings of the instance. */
export function useSettings() {
  const server = useServer();
  const queries = useQueryClient();
  const { say, fail } = useFeedback.getState();
  const query = useQuery({
    ...asked,
    queryKey: [adminKey, "settings"],
    queryFn: async (): Promise<Settings> => {
      const read = keys.map((key) =>
        answerOf(server.call("GET /api/v1/instance/settings/{key}", { params: { key } })),
      );
      return Object.assign({}, ...(await Promise.all(read)));
    },
    retry: false,
  });
  const save: SaveSetting = async (key, field, value, label) => {
    try {
      await answerOf(
        server.call("PATCH /api/v1/instance/settings/{key}", {
          params: { key },
          query: { updateMask: field },
          body: { [parts[key]]: { [field]: value } },
        }),
      );
      say(strings.saved(label));
      await queries.invalidateQueries({ queryKey: [adminKey] });
      return true;
    } catch (error) {
      fail(strings.notSaved(describeProblem(error)));
      return false;
    }
  };
  return { query, save };
}
