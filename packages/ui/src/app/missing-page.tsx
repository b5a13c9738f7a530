import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { useGoTo } from "../state/view-address.ts";
import { MessagePage } from "../timeline/screen/message-page.tsx";
import { appStrings } from "./strings.ts";

/** Page for unknown addresses. */
export function MissingPage() {
  useLanguage();
  const goTo = useGoTo();
  return (
    <MessagePage>
      <EmptyMessage
        isPage
        title={appStrings.nowhere}
        action={timelineStrings.toTimeline}
        act={() => goTo({ view: "timeline" })}
      />
    </MessagePage>
  );
}
