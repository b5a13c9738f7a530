import { z } from "zod";

/**
 * Version of the memos API that this server implements. Clients read it from `version`, and refuse or
 * misread a number that they don't know. `server` and `serverVersion` identify Tidemark.
 */
const spokenVersion = "0.30.0";

export const serverIdentityJson = {
  version: z.string().meta({ description: "Supported version of the memos API" }),
  server: z.literal("tidemark"),
  serverVersion: z.string(),
};

/** Returns the version fields of the instance routes; `serverVersion` is Tidemark's own version. */
export function serverIdentity(serverVersion: string): {
  version: string;
  server: "tidemark";
  serverVersion: string;
} {
  return { version: spokenVersion, server: "tidemark", serverVersion };
}
