import { useEffect, useState } from "react";
import { dayKey } from "./day-label.ts";

const checkMs = 30_000;

/** Returns a moment of the current day, updated when the day changes, to keep "Today" right overnight. */
export function useDay(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow((before) => (dayKey(before) === dayKey(Date.now()) ? before : Date.now()));
    }, checkMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
