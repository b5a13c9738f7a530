import { useLate } from "../lazy/use-late.ts";
import { phoneQuery, useMediaQuery } from "../state/use-media-query.ts";
import type * as phoneParts from "./phone-parts.ts";

type PhoneParts = typeof phoneParts;

let loaded: PhoneParts | null = null;

/** Loads the parts that only a phone shows. */
export async function loadPhone(): Promise<PhoneParts> {
  return (loaded ??= await import("./phone-parts.ts"));
}

/** Returns the parts that only a phone shows; null in a wide window, without touch, or until they are loaded. */
export function usePhone(): PhoneParts | null {
  const isPhone = useMediaQuery(phoneQuery);
  const late = useLate(isPhone && loaded === null, loadPhone);
  return isPhone ? (loaded ?? late) : null;
}
