/** Environment that a command runs in. */
export interface TidemarkContext {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
}
