/** Thrown by the next database call of a killed process, in place of the call. */
export class Crash extends Error {
  constructor() {
    super("the process was killed");
    this.name = "Crash";
  }
}

/** Lifetime of a simulated process, counted in database statements. */
export interface Life {
  readonly isOver: boolean;
  /** Called at each statement. Throws `Crash` if the process is over or ends here. */
  statement(): void;
  /** Ends the process at the nth statement from now; immediately if 0. */
  endAt(statement: number): void;
}

export function createLife(): Life {
  let left = Number.POSITIVE_INFINITY;
  return {
    get isOver() {
      return left <= 0;
    },
    statement() {
      if (left > 0) left -= 1;
      if (left <= 0) throw new Crash();
    },
    endAt(statement) {
      left = Math.min(left, statement);
    },
  };
}
