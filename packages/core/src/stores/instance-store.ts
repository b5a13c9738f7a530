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

/** State of a database that is cheap to read. */
export interface DatabaseState {
  readonly databaseKind: InstanceFigures["databaseKind"];
  readonly databaseBytes: number;
  readonly webSessions: number;
  readonly deviceSessions: number;
  /** Time of the newest backup in the audit log; null if it has none. */
  readonly lastBackupMs: number | null;
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
  /** Counts sessions that are active at a time. */
  state(nowMs: number): Promise<DatabaseState>;
  /** Returns every share token and webhook secret, sealed. */
  sealed(): Promise<string[]>;
}
