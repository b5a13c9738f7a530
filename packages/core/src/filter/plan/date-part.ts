/** Parts of an instant that filters can read, all in UTC. */
export type DatePart =
  | "fullYear"
  | "month"
  | "date"
  | "dayOfMonth"
  | "dayOfWeek"
  | "dayOfYear"
  | "hours"
  | "minutes"
  | "seconds"
  | "milliseconds";

const dayMs = 86_400_000;

/**
 * Returns one part of an instant in UTC. `month`, `dayOfMonth` and `dayOfYear` count from 0, `date` from 1,
 * `dayOfWeek` from Sunday as 0 (CEL language definition, timestamp accessors).
 */
export function datePartOf(part: DatePart, instantMs: number): number {
  const date = new Date(instantMs);
  switch (part) {
    case "fullYear":
      return date.getUTCFullYear();
    case "month":
      return date.getUTCMonth();
    case "date":
      return date.getUTCDate();
    case "dayOfMonth":
      return date.getUTCDate() - 1;
    case "dayOfWeek":
      return date.getUTCDay();
    case "dayOfYear": {
      const yearStart = new Date(0);
      yearStart.setUTCFullYear(date.getUTCFullYear());
      return Math.floor((instantMs - yearStart.getTime()) / dayMs);
    }
    case "hours":
      return date.getUTCHours();
    case "minutes":
      return date.getUTCMinutes();
    case "seconds":
      return date.getUTCSeconds();
    case "milliseconds":
      return date.getUTCMilliseconds();
  }
}

/**
 * Returns the first instant after `instantMs` at which the part may differ. For days and longer parts it is
 * midnight.
 */
export function nextPartChangeMs(part: DatePart, instantMs: number): number {
  const stepMs = stepMsByPart[part] ?? dayMs;
  return (Math.floor(instantMs / stepMs) + 1) * stepMs;
}

const stepMsByPart: Readonly<Partial<Record<DatePart, number>>> = {
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};
