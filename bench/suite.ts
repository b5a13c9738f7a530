import type { Corpora } from "./corpus-file.ts";
import type { BenchCase } from "./measure.ts";
import type { Baseline } from "./baseline.ts";
import type { CaseResult } from "./report.ts";

/** Cases that are measured together; `bench/baseline/<name>.json` holds the last results. */
export interface Suite {
  readonly name: string;
  /** Shows what was measured where a line for each case would not be read; a line each otherwise. */
  readonly table?: (results: readonly CaseResult[], baseline: Baseline | null) => string;
  /** Whether it asks a server's database alone, so that it can be asked over PostgreSQL too. */
  readonly anyDatabase?: boolean;
  /** Opens what the cases need; disposing it closes that again. */
  open(corpora: Corpora): Promise<OpenSuite>;
}

export interface OpenSuite extends AsyncDisposable {
  readonly cases: readonly BenchCase[];
}
