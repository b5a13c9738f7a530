import { useLanguage } from "../language/language.ts";
import { noticeStrings } from "./notice-strings.ts";
import { appStrings } from "./strings.ts";

/**
 * Reason why a browser's tab can't show the app. `elsewhere`: another tab has the database open. `refused`: the
 * database can't be opened.
 */
export type Notice =
  | { readonly type: "elsewhere" }
  | { readonly type: "refused"; readonly message: string };

/** Shown in a browser's tab instead of the app. */
export function NoticePage({ notice }: { readonly notice: Notice }) {
  useLanguage();
  const isElsewhere = notice.type === "elsewhere";
  return (
    <main className="grid h-dvh place-items-center overflow-y-auto p-6 text-center">
      <div role="alert" className="max-w-[34rem]">
        <h1 className="text-title font-semibold">
          {isElsewhere ? noticeStrings.elsewhere : noticeStrings.refused}
        </h1>
        <p className="mt-2 break-words whitespace-pre-line text-text-2 select-text">
          {isElsewhere ? noticeStrings.elsewhereBody : notice.message}
        </p>
        <button type="button" className="button mt-4" onClick={() => location.reload()}>
          {appStrings.reload}
        </button>
      </div>
    </main>
  );
}
