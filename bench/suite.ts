import type { Corpora } from "./corpus-file.ts";
import type { BenchCase } from "./measure.ts";

/** Cases that are measured and kept together; `bench/baseline/<name>.json` holds its last numbers. */
export interface Suite {
  readonly name: string;
  /** Opens what the cases need; disposing it closes that again. */
  open(corpora: Corpora): Promise<OpenSuite>;
}

export interface OpenSuite extends AsyncDisposable {
  readonly cases: readonly BenchCase[];
}
