/** Requirement of the memo service's specification, with the tests that verify it. */
export interface CoverageRow {
  /**
   * Stable id: `P-`, the word of its part, and its number there. Rules of SPEC.md have other ids, so a title
   * can't confuse the two.
   */
  readonly id: string;
  readonly says: string;
  /** Tests as `file › title`: the file relative to this package's `tests`, and the literal title. */
  readonly tests: readonly string[];
  /** Reason for a difference from other servers. */
  readonly why?: string;
}

export interface CoveragePart {
  readonly title: string;
  readonly rows: readonly CoverageRow[];
}
