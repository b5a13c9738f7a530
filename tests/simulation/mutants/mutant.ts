/** One change of a production file's source: `find` stands in it exactly once, and becomes `become`. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly become: string;
}

/**
 * A known bug of the protocol that the simulation has to find (mutation testing). It is planted in
 * the source as it is loaded, so that the product knows nothing of it (ADR 0040).
 */
export interface Mutant {
  /** Also that of its pinned script in `tests/simulation/planted`. */
  readonly name: string;
  /** What the program does wrong. */
  readonly bug: string;
  readonly edits: readonly Edit[];
}
