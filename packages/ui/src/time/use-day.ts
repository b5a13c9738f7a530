import { useEffect, useState } from "react";
import { dayKey } from "./day-label.ts";

const checkMs = 30_000;

/** A moment of today; changes when the day does, so that "Today" stays true over night. */
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
