/** Totals of the whole database. */
export interface InstanceFigures {
  readonly users: number;
  /** Includes comments and the trash. */
  readonly memos: number;
  readonly attachments: number;
  /** Counts content once, even if it is attached several times. */
  readonly localStorageBytes: number;
  readonly databaseBytes: number;
  readonly databaseKind: "sqlite" | "postgres";
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
  /** Returns every share token and webhook secret, sealed. */
  sealed(): Promise<string[]>;
}
