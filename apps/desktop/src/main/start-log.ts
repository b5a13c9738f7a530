import { openLog } from "../log/rotating-log.ts";

export interface StartedLog {
  log(line: string): void;
  /** Starts writing to the file, including earlier lines. */
  begin(): void;
}

/** Opens this process's log. Lines stay in memory until it is known that this process owns the folder. */
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
