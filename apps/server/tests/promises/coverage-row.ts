/** One thing that the specification of the memo service promises, and the tests that hold us to it. */
export interface CoverageRow {
  /**
   * Stable: `P-`, the word of its part, and its number there. Rules of SPEC.md have no such ids, so that
   * a title cannot name the one and mean the other.
   */
  readonly id: string;
  readonly says: string;
  /** `file › title`, the file below this package's `tests`, the title as it is written there. */
  readonly tests: readonly string[];
  /** Of what is not as elsewhere: why. */
  readonly why?: string;
}

export interface CoveragePart {
  readonly title: string;
  readonly rows: readonly CoverageRow[];
}
