import { constants } from "node:fs";
import {
  cp,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type Build, isMissing, manifestName, readBuild, readBuilds } from "./read-build.ts";

/** Number of builds whose files are served: pages of earlier builds may still load their parts. */
const keptBuilds = 4;

/** Encodings with the endings of their files, the smallest first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Open file of a build. The caller closes it. */
export interface PageFile {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly encoding: "br" | "gzip" | null;
  readonly version: string;
}

/** Files of the app's page, of the current build and the ones before. */
export interface PageBuilds extends AsyncDisposable {
  /** True if there is a build. */
  isBuilt(): Promise<boolean>;
  /** Returns the paths of the files of the current build that a browser needs first; none without a build. */
  first(): Promise<readonly string[]>;
  /**
   * Opens a file of the current build, or a part (`assets/…`) of an earlier one; null if no build has it.
   * `accepts` decides about compressed copies.
   */
  open(path: string, accepts: (encoding: "br" | "gzip") => boolean): Promise<PageFile | null>;
}

interface BuildPlaces {
  /** Folder of the build to serve. It may be missing, and a builder may replace it at any time. */
  readonly folder: string;
  /** Folder that keeps copies of the last builds. */
  readonly kept: string;
  readonly logger: Pick<FastifyBaseLogger, "warn" | "info">;
}

/** Opens the builds of a page. A replaced build is noticed at the next request. */
export async function openPageBuilds({ folder, kept, logger }: BuildPlaces): Promise<PageBuilds> {
  await removeUnfinished(kept);
  let stored = await readBuilds(kept);
  let latest: Build | null = null;
  let keeping: Promise<void> = Promise.resolve();

  /** Looks for a new build. While a builder replaces the folder, its copy is served. */
  async function refresh(): Promise<Build | null> {
    try {
      const { mtimeMs } = await stat(join(folder, manifestName));
      if (latest !== null && latest.builtMs === mtimeMs) return latest;
      const found = await readBuild(folder);
      if (found === null) return latest;
      latest = found;
      logger.info({ version: found.version }, "serving a build of the page");
      keeping = keeping.then(() => keep(found));
    } catch (error) {
      if (!isMissing(error)) logger.warn({ err: error }, "the built page can't be read");
    }
    return latest ?? stored[0] ?? null;
  }

  /** Copies a build, so its parts are served after the next build has replaced it. */
  async function keep(build: Build): Promise<void> {
    try {
      await copyBuild(build, kept);
      for (const old of (await readBuilds(kept)).slice(keptBuilds)) {
        await rm(old.folder, { recursive: true, force: true });
      }
      stored = await readBuilds(kept);
    } catch (error) {
      logger.warn({ err: error }, "the page's build can't be kept for open pages");
    }
  }

  /** Returns the builds that may have a file, the current one first. */
  function buildsWith(path: string, current: Build): Build[] {
    const isPart = path.startsWith("assets/");
    const all = [current, ...stored];
    return all.filter(
      ({ version, files }) => files.has(path) && (isPart || version === current.version),
    );
  }

  return {
    isBuilt: async () => (await refresh()) !== null,
    first: async () => (await refresh())?.first ?? [],
    async open(path, accepts) {
      const known = latest ?? (await refresh());
      // Parts never change, so a known one needs no look at the disk.
      const isKnownPart = path.startsWith("assets/") && known?.files.has(path) === true;
      const current = isKnownPart ? known : await refresh();
      if (current === null) return null;
      for (const build of buildsWith(path, current)) {
        const opened = await openFile(build, path, accepts);
        if (opened !== null) return opened;
      }
      return null;
    },
    [Symbol.asyncDispose]: () => keeping,
  };
}

async function openFile(
  { folder, version }: Build,
  path: string,
  accepts: (encoding: "br" | "gzip") => boolean,
): Promise<PageFile | null> {
  const wanted = encodings.filter(([encoding]) => accepts(encoding));
  for (const [encoding, ending] of [...wanted, [null, ""] as const]) {
    try {
      const handle = await open(join(folder, path + ending));
      const { size } = await handle.stat();
      return { handle, bytes: size, encoding, version };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return null;
}

const unfinished = ".copying-";

/** Removes copies that an ended process left. */
async function removeUnfinished(kept: string): Promise<void> {
  for (const name of await readdir(kept).catch(() => [])) {
    if (name.startsWith(unfinished)) await rm(join(kept, name), { recursive: true, force: true });
  }
}

/** Copies a build into a folder named by its version, as the latest. */
async function copyBuild(build: Build, kept: string): Promise<void> {
  const target = join(kept, build.version);
  await mkdir(kept, { recursive: true });
  if ((await readBuild(target).catch(() => null)) === null) {
    const temp = await mkdtemp(join(kept, unfinished));
    try {
      await cp(build.folder, temp, { recursive: true, mode: constants.COPYFILE_FICLONE });
      // A builder may have replaced the folder meanwhile.
      if ((await readBuild(temp))?.version !== build.version) return;
      await rm(target, { recursive: true, force: true });
      await rename(temp, target);
    } finally {
      await rm(temp, { recursive: true, force: true });
    }
  }
  // An earlier version that is served again is the latest.
  const now = new Date();
  await utimes(join(target, manifestName), now, now);
}
