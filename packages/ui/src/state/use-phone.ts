import type { ComponentType } from "react";
import { useLate } from "../lazy/use-late.ts";
import { phoneQuery, useMediaQuery } from "./use-media-query.ts";

/** Parts that only a phone shows. */
interface PhoneParts {
  readonly PhoneFrame: ComponentType;
}

let loaded: PhoneParts | null = null;
let load: (() => Promise<PhoneParts>) | null = null;

async function loadPhone(): Promise<PhoneParts> {
  if (load === null) throw new Error("the parts for phones were not named");
  return (loaded ??= await load());
}

/**
 * Sets how the parts for phones are loaded, and loads them on one. Resolves once they are loaded, at once
 * elsewhere. If that fails, they are loaded later.
 */
export async function preparePhone(by: () => Promise<PhoneParts>): Promise<void> {
  load = by;
  if (matchMedia(phoneQuery).matches) await loadPhone().catch(() => null);
}

/** Returns the parts that only a phone shows; null in a wide window, without touch, or until they are loaded. */
export function usePhone(): PhoneParts | null {
  const isPhone = useMediaQuery(phoneQuery);
  const late = useLate(isPhone && loaded === null && load !== null, loadPhone);
  return isPhone ? (loaded ?? late) : null;
}
