/** Change of a production file's source: replaces the only occurrence of `find` with `become`. */
export interface Edit {
  /** Path from the repository's root. */
  readonly file: string;
  readonly find: string;
  readonly become: string;
}

/**
 * Known bug of the protocol that the simulation must find (mutation testing). It is planted in the source
 * while modules are loaded, so the product contains none of it (ADR 0040).
 */
export interface Mutant {
  /** Name; also of its pinned script in `tests/simulation/planted`. */
  readonly name: string;
  /** Description of the faulty behaviour. */
  readonly bug: string;
  readonly edits: readonly Edit[];
}
