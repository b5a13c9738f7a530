import { openLog } from "../log/rotating-log.ts";

export interface StartedLog {
  log(line: string): void;
  /** From now on it is written, with what came before. */
  begin(): void;
}

/** The log of this process. Until somebody knows that the folder is ours, it is kept in memory. */
export function startLog(dir: string): StartedLog {
  let waiting: string[] | null = [];
  const file = openLog(dir, "main");
  return {
    log(line) {
      console.error(line);
      if (waiting === null) file.write(line);
      else waiting.push(line);
    },
    begin() {
      const lines = waiting ?? [];
      waiting = null;
      for (const line of lines) file.write(line);
    },
  };
}
