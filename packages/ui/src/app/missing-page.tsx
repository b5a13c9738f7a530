import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { pageStrings } from "../memo-page/strings.ts";
import { useGoTo } from "../state/view-address.ts";
import { appStrings } from "./strings.ts";

/** Stands where an address leads nowhere. */
export function MissingPage() {
  useLanguage();
  const goTo = useGoTo();
  return (
    <main className="grid min-w-0 grow place-content-center p-6">
      <EmptyMessage
        isPage
        title={appStrings.nowhere}
        action={pageStrings.toTimeline}
        act={() => goTo({ view: "timeline" })}
      />
    </main>
  );
}
