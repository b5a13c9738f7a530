import { hash } from "node:crypto";
import { hashTextsWith } from "@tidemark/core/text";
import { type Host, type OpenReplica, openReplica } from "@tidemark/replica";
import manifest from "../../package.json" with { type: "json" };
import { nodePlatform } from "./node-platform.ts";

export type { Host };

/**
 * Opens the profile in a data folder that the caller has locked. Throws `OpenDatabaseError`: when it
 * was not closed last time and is damaged, among other things.
 */
export function openHost(options: {
  readonly dir: string;
  readonly isOffline?: boolean;
  readonly log?: (line: string) => void;
}): Promise<OpenReplica> {
  hashTextsWith((text) => hash("sha256", text));
  const { dir, ...others } = options;
  return openReplica({ machine: nodePlatform(dir), version: manifest.version, ...others });
}
