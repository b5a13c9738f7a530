import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type BuildState, buildPage, type PageSource } from "./build-page.ts";
import { openPageBuilds, type PageBuilds } from "./page-builds.ts";

/** The app's page. */
export interface AppPage extends AsyncDisposable {
  readonly builds: PageBuilds;
  /** Starts the builder. Call it once the server listens. */
  build(): void;
  /** Returns whether a build is running, has failed, or neither. */
  buildState(): BuildState;
}

/** Opens the page in `source`; copies of its builds are kept in the folder `data`. */
export async function openAppPage(
  source: PageSource,
  { data, logger }: { readonly data: string; readonly logger: FastifyBaseLogger },
): Promise<AppPage> {
  const kept = join(data, "page-builds");
  const builds = await openPageBuilds({ folder: source.folder, kept, logger });
  let building: ReturnType<typeof buildPage> | null = null;
  return {
    builds,
    build() {
      building ??= buildPage(source, logger);
    },
    buildState: () => building?.state() ?? (source.builder === null ? "ended" : "building"),
    async [Symbol.asyncDispose]() {
      building?.[Symbol.dispose]();
      await builds[Symbol.asyncDispose]();
    },
  };
}
