import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { PageSource } from "./builds/build-page.ts";

/** Root of the repository or package, four folders above both the source and the bundle. */
const root = resolve(import.meta.dirname, "../../../..");

/** Returns the place of the app's page beside this program. */
export function ownPage(): PageSource {
  const builder = resolve(root, "apps/web/build/build.ts");
  return {
    folder: resolve(root, "apps/web/dist"),
    builder: existsSync(builder) ? builder : null,
  };
}
