import { dateFormat } from "../time/date-format.ts";

/** Returns the names of the weekdays, starting at `firstDay`: 1 Monday to 7 Sunday. */
export function weekdays(locale: string, firstDay: number): { narrow: string; long: string }[] {
  const name = (weekday: "narrow" | "long", day: Date): string =>
    dateFormat(locale, { weekday }).format(day);
  return Array.from({ length: 7 }, (_, place) => {
    // 1 January 2024 was a Monday.
    const day = new Date(2024, 0, firstDay + place);
    return { narrow: name("narrow", day), long: name("long", day) };
  });
}
