import { defaultLimits } from "../archive/limits.ts";
import type { RealNames } from "../archive/real-names.ts";
import { readTree } from "../formats/read-tree.ts";
import type { ImportSource, SourceChoices, SourceHost } from "../model.ts";
import { copyDatabase } from "./copy-database.ts";
import { openFolderScratch } from "./folder-scratch.ts";
import { openSource } from "./open-source.ts";

/** User's choices for a path. */
export interface PathChoices extends Pick<SourceChoices, "user" | "signal"> {
  /** Folder for unpacked files; null for the system's temporary folder. */
  readonly tempParent?: string | null;
  /** Names of a source that is stored under others. */
  readonly names?: RealNames | null;
}

/** Returns the services of Node; `tempParent` is the folder for unpacked files. */
export function nodeHost(tempParent: string | null = null): SourceHost {
  return {
    openScratch: () => openFolderScratch(tempParent),
    openDatabase: (tree, path) => copyDatabase(tree, path, tempParent),
  };
}

/**
 * Opens a path that a user chose and detects its format. Throws `SourceRefused` if it can't be read, or no
 * format matches.
 */
export async function openImport(path: string, choices: PathChoices): Promise<ImportSource> {
  const { user, signal, tempParent = null, names = null } = choices;
  const options = { tempParent, names, ...(signal && { signal }) };
  const tree = await openSource(path, defaultLimits, options);
  return readTree(tree, { user, signal, ...nodeHost(tempParent) });
}
