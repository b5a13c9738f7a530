/** Named single values of the instance or profile. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  /** The values that are there, by key. */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  set(key: string, value: string | null): Promise<void>;
  /** The next number of the change sequence, from 1, without gaps within committed transactions. */
  nextSeq(): Promise<number>;
  headSeq(): Promise<number>;
}

/** Figures of the whole database. */
export interface InstanceFigures {
  readonly users: number;
  /** Comments and the trash included. */
  readonly memos: number;
  readonly attachments: number;
  /** Content that is attached more than once counts once. */
  readonly localStorageBytes: number;
  readonly databaseBytes: number;
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
}
