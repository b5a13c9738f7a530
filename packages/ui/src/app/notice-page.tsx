import { useLanguage } from "../language/language.ts";
import { noticeStrings } from "./notice-strings.ts";
import { appStrings } from "./strings.ts";

/**
 * Reason why a browser's tab can't show the app. `elsewhere`: a tab with another version has the database
 * open. `outdated`: a newer version has changed it. `refused`: the database can't be opened.
 */
export type Notice =
  | { readonly type: "elsewhere" }
  | { readonly type: "outdated" }
  | { readonly type: "refused"; readonly message: string };

interface NoticeProps {
  readonly notice: Notice;
  readonly reload: () => void;
}

/** Shown in a browser's tab instead of the app. */
export function NoticePage({ notice, reload }: NoticeProps) {
  useLanguage();
  const [title, body] = wordsOf(notice);
  return (
    <main className="grid h-dvh place-items-center overflow-y-auto p-6 text-center">
      <div role="alert" className="max-w-[34rem]">
        <h1 className="text-title font-semibold">{title}</h1>
        <p className="mt-2 break-words whitespace-pre-line text-text-2 select-text">{body}</p>
        <button type="button" className="button mt-4" onClick={reload}>
          {appStrings.reload}
        </button>
      </div>
    </main>
  );
}

function wordsOf(notice: Notice): readonly [title: string, body: string] {
  switch (notice.type) {
    case "elsewhere":
      return [noticeStrings.elsewhere, noticeStrings.elsewhereBody];
    case "outdated":
      return [noticeStrings.outdated, noticeStrings.outdatedBody];
    case "refused":
      return [noticeStrings.refused, notice.message];
  }
}
