/** What a command is given beside what it was asked for. */
export interface TidemarkContext {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Takes a line of the result. */
  readonly print: (line: string) => void;
}
