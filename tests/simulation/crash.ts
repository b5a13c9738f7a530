/** Ends a simulated process: thrown out of the database call that did not happen any more. */
export class Crash extends Error {
  constructor() {
    super("the process was killed");
    this.name = "Crash";
  }
}

/** The life of one simulated process, as its database sees it. */
export interface Life {
  readonly isOver: boolean;
  /** Called at each statement; throws when the process is over or ends here. */
  statement(): void;
  /** Ends it at the nth statement from now; at once when 0. */
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
