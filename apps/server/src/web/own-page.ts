import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { PageSource } from "./builds/build-page.ts";

/** Root of the repository or package, four folders above both the source and the bundle. */
const root = resolve(import.meta.dirname, "../../../..");

/**
 * Returns the place of the app's page beside this program. Packages contain the built page, but neither its
 * sources nor a builder.
 */
export function ownPage(folder = root): PageSource {
  const builder = resolve(folder, "apps/web/build/build.ts");
  const isSource = [builder, resolve(folder, "apps/web/src")].every((path) => existsSync(path));
  return { folder: resolve(folder, "apps/web/dist"), builder: isSource ? builder : null };
}
