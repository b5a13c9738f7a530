import { deviceMutants } from "./device-mutants.ts";
import { fileMutants } from "./file-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { serverMutants } from "./server-mutants.ts";

/** Every known bug that the simulation has to find. */
export const mutants: readonly Mutant[] = [...deviceMutants, ...serverMutants, ...fileMutants];

/** Throws, naming the known ones, when there is none of that name. */
export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found !== undefined) return found;
  const names = mutants.map((mutant) => mutant.name).toSorted();
  throw new Error(`There is no known bug ${name}. Known are: ${names.join(", ")}.`);
}
