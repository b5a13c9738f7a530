import { type LoadHookSync, registerHooks, type ResolveHookSync } from "node:module";
import { pathToFileURL } from "node:url";
import type { minimise } from "../minimise.ts";
import type { runBatch } from "../run-batch.ts";
import type { runScript } from "../run-script.ts";
import type { Mutant } from "./mutant.ts";
import { plant } from "./plant.ts";

/** Simulation, bound to the product code that it was loaded with. */
export interface Simulation {
  readonly runScript: typeof runScript;
  readonly runBatch: typeof runBatch;
  readonly minimise: typeof minimise;
}

/** Modules of a mutant, by their URLs without the mutant's query. */
interface Planted {
  /** Changed modules and everything that imports them, directly or indirectly. All others are shared. */
  readonly affected: ReadonlySet<string>;
  readonly sources: ReadonlyMap<string, string>;
}

/** Query parameter with the mutant's name in a module's URL. */
const key = "mutant";
const planted = new Map<string, Planted>();
/** Importers of each of our modules, as far as they were loaded without a mutant. */
const importers = new Map<string, Set<string>>();
let isHooked = false;

/**
 * Loads the simulation and the product with a known bug, or without any if null. A mutant's modules have
 * a query in their URLs, so one thread can load several. Works only with Node's own module loader, not in
 * a test runner that has another one.
 */
export async function loadSimulation(mutant: Mutant | null): Promise<Simulation> {
  if (!isHooked) registerHooks({ resolve: resolveModule, load: loadModule });
  isHooked = true;
  // Needed for a mutant too: this load records the importers.
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
  // The iteration includes entries added during it.
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
