import { useLanguage } from "../language/language.ts";
import { appStrings } from "./strings.ts";

/** Shown while the host doesn't accept the page's credentials. */
export function LockedPage() {
  useLanguage();
  return (
    <main className="grid h-dvh place-items-center p-6 text-center">
      <h1 className="text-title font-semibold">{appStrings.locked}</h1>
    </main>
  );
}
