import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  type ArchiveLimits,
  planImport,
  type ImportReport,
  readTree,
  runImport,
  type SourceTree,
} from "../src/index.ts";
import { openBlobScratch, openFiles } from "../src/web/index.ts";
import type { Profile } from "./open-profile.ts";

/** Opens a file like a browser in which somebody chose it. */
export async function openChosen(path: string, limits?: ArchiveLimits): Promise<SourceTree> {
  const file = new File([await readFile(path)], basename(path));
  const options = { openScratch: openBlobScratch, ...(limits && { limits }) };
  return openFiles([{ path: basename(path), file }], options);
}

/** Imports a file like a browser. */
export async function importedChosen(profile: Profile, path: string): Promise<ImportReport> {
  await using source = await readTree(await openChosen(path), {
    user: null,
    openScratch: openBlobScratch,
    openDatabase: async () => null,
  });
  return await runImport(profile, await planImport(profile, source));
}
