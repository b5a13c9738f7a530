import type { Corpora } from "./corpus-file.ts";
import type { BenchCase } from "./measure.ts";
import type { Baseline } from "./baseline.ts";
import type { CaseResult } from "./report.ts";

/** Cases that are measured together; `bench/baseline/<name>.json` holds the last results. */
export interface Suite {
  readonly name: string;
  /** Formats the results as a table; by default each case has a line. */
  readonly table?: (results: readonly CaseResult[], baseline: Baseline | null) => string;
  /** True if it needs only a server's database, and so can run over PostgreSQL. */
  readonly anyDatabase?: boolean;
  /** Opens the resources of the cases; disposing closes them. */
  open(corpora: Corpora): Promise<OpenSuite>;
}

export interface OpenSuite extends AsyncDisposable {
  readonly cases: readonly BenchCase[];
}
