import { z } from "zod";

/**
 * The version of the memos API that is spoken here. Clients read it from `version`, and refuse or
 * misread a number that they do not know; what this server is of its own is said beside it.
 */
const spokenVersion = "0.30.0";

export const serverIdentityJson = {
  version: z.string().meta({ description: "Supported version of the memos API" }),
  server: z.literal("tidemark"),
  serverVersion: z.string(),
};

/** What the answers that describe the instance say of the program; `serverVersion` is its own. */
export function serverIdentity(serverVersion: string): {
  version: string;
  server: "tidemark";
  serverVersion: string;
} {
  return { version: spokenVersion, server: "tidemark", serverVersion };
}
