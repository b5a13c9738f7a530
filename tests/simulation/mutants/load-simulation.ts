import { type LoadHookSync, registerHooks, type ResolveHookSync } from "node:module";
import { pathToFileURL } from "node:url";
import type { minimise } from "../minimise.ts";
import type { runBatch } from "../run-batch.ts";
import type { runScript } from "../run-script.ts";
import type { Mutant } from "./mutant.ts";
import { plant } from "./plant.ts";

/** What the simulation can do, with the product that it was loaded with. */
export interface Simulation {
  readonly runScript: typeof runScript;
  readonly runBatch: typeof runBatch;
  readonly minimise: typeof minimise;
}

/** A mutant's modules, by their URLs as they are without it. */
interface Planted {
  /** What is changed, and what imports that, near or far: all else is shared. */
  readonly affected: ReadonlySet<string>;
  readonly sources: ReadonlyMap<string, string>;
}

/** Of the part of a module's URL that names its mutant. */
const key = "mutant";
const planted = new Map<string, Planted>();
/** Who imports each module of ours, as far as modules were loaded without a mutant. */
const importers = new Map<string, Set<string>>();
let isHooked = false;

/**
 * Loads the simulation and the product under it with a known bug in it; null: without any. A mutant
 * has modules of its own, told apart by a query in their URLs, so that one thread can have several.
 * Only where Node itself loads the modules, not in a test runner that has a loader of its own.
 */
export async function loadSimulation(mutant: Mutant | null): Promise<Simulation> {
  if (!isHooked) registerHooks({ resolve: resolveModule, load: loadModule });
  isHooked = true;
  // Also for a mutant, since it shows who imports what.
  const sound = await importSimulation("");
  if (mutant === null) return sound;
  const sources = new Map(
    [...plant(mutant)].map(([path, source]) => [pathToFileURL(path).href, source]),
  );
  planted.set(mutant.name, { affected: affectedBy(mutant.name, [...sources.keys()]), sources });
  return importSimulation(`?${key}=${mutant.name}`);
}

async function importSimulation(query: string): Promise<Simulation> {
  const of = (file: string): string => new URL(file, import.meta.url).href + query;
  return {
    ...((await import(of("../run-script.ts"))) as Pick<Simulation, "runScript">),
    ...((await import(of("../run-batch.ts"))) as Pick<Simulation, "runBatch">),
    ...((await import(of("../minimise.ts"))) as Pick<Simulation, "minimise">),
  };
}

function affectedBy(name: string, changed: readonly string[]): ReadonlySet<string> {
  const affected = new Set(changed);
  // Goes on over what is added on the way.
  for (const url of affected) {
    const above = importers.get(url);
    if (above === undefined) throw new Error(`${name}: the simulation does not load ${url}`);
    for (const importer of above) affected.add(importer);
  }
  return affected;
}

const resolveModule: ResolveHookSync = (specifier, context, nextResolve) => {
  const resolved = nextResolve(specifier, context);
  const [importer = "", query] = (context.parentURL ?? "").split("?");
  const name = new URLSearchParams(query).get(key);
  if (name === null) {
    const { url } = resolved;
    const known = importers.get(url) ?? new Set();
    importers.set(url, importer === import.meta.url ? known : known.add(importer));
    return resolved;
  }
  const isAffected = planted.get(name)?.affected.has(resolved.url) === true;
  return isAffected ? { ...resolved, url: `${resolved.url}?${key}=${name}` } : resolved;
};

const loadModule: LoadHookSync = (url, context, nextLoad) => {
  const loaded = nextLoad(url, context);
  const [file = "", query] = url.split("?");
  const source = planted.get(new URLSearchParams(query).get(key) ?? "")?.sources.get(file);
  return source === undefined ? loaded : { ...loaded, source };
};
