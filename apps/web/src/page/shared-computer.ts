import { sharedCookie } from "@tidemark/core/page";
import { memoryStorage } from "./memory-storage.ts";

/**
 * True if the user signed in on a shared computer. Nothing is stored in this browser then: also the storage of
 * settings is replaced, since it contains names of tags. Import it before the parts that read settings.
 */
export const isSharedComputer: boolean = document.cookie
  .split("; ")
  .some((cookie) => cookie.startsWith(`${sharedCookie}=`));

if (isSharedComputer) {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
  }
}
