import { deviceMutants } from "./device-mutants.ts";
import { fileMutants } from "./file-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { serverMutants } from "./server-mutants.ts";

/** Known bugs that the simulation must find. */
export const mutants: readonly Mutant[] = [...deviceMutants, ...serverMutants, ...fileMutants];

/** Returns the mutant of that name. Throws an error that lists the known ones if there is none. */
export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found !== undefined) return found;
  const names = mutants.map((mutant) => mutant.name).toSorted();
  throw new Error(`There is no known bug ${name}. Known are: ${names.join(", ")}.`);
}
