import type { ErrorComponentProps } from "@tanstack/react-router";
import { useLanguage } from "../language/language.ts";
import { appStrings } from "./strings.ts";

/** Shown in place of a screen that threw an error. */
export function FailurePage({ error }: ErrorComponentProps) {
  useLanguage();
  return (
    <main className="grid h-dvh grow place-items-center p-6 text-center">
      <div role="alert">
        <h1 className="text-title font-semibold">{appStrings.failed}</h1>
        <p className="mt-1 text-text-2">{appStrings.failedBody}</p>
        <p className="mt-3 text-small text-text-3">
          {error instanceof Error ? error.message : String(error)}
        </p>
        <button type="button" className="button mt-4" onClick={() => location.reload()}>
          {appStrings.reload}
        </button>
      </div>
    </main>
  );
}
