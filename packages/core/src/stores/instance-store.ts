/** Figures of the whole database. */
export interface InstanceFigures {
  readonly users: number;
  /** Comments and the trash included. */
  readonly memos: number;
  readonly attachments: number;
  /** Content that is attached more than once counts once. */
  readonly localStorageBytes: number;
  readonly databaseBytes: number;
  readonly databaseKind: "sqlite" | "postgres";
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
  /** Returns every token of a share and secret of a webhook, sealed. */
  sealed(): Promise<string[]>;
}
