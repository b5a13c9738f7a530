export type InTurn = (work: () => Promise<void>) => Promise<void>;

/** Runs one piece of work after the other, also after one that failed. */
export function turns(): InTurn {
  let turn: Promise<void> = Promise.resolve();
  return (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
}
