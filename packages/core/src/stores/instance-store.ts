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

/** Counts of a database. They are read from indexes and small tables only. */
export interface InstanceCounts {
  readonly databaseKind: InstanceFigures["databaseKind"];
  /** Includes comments and the trash. */
  readonly memos: number;
  /** Counts content as often as it is attached. */
  readonly attachmentBytes: number;
  readonly databaseBytes: number;
  readonly normalAccounts: number;
  readonly archivedAccounts: number;
  /** Sessions that have neither expired nor ended. */
  readonly webSessions: number;
  readonly deviceSessions: number;
  /** Deliveries of webhooks that are neither sent nor given up. */
  readonly pendingDeliveries: number;
  /** Time of the last backup in the audit log; null if there is none. */
  readonly lastBackupMs: number | null;
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
  /** Returns the counts at a time in epoch milliseconds. */
  counts(nowMs: number): Promise<InstanceCounts>;
  /** Returns every share token and webhook secret, sealed. */
  sealed(): Promise<string[]>;
}
