import { findAppError } from "../data/client.tsx";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { useGoTo } from "../state/view-address.ts";
import { MessagePage } from "../timeline/screen/message-page.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { pageStrings } from "./strings.ts";

/** Shown if a memo doesn't exist or couldn't be loaded. */
export function MissingMemo(props: { readonly error: Error; retry(): unknown }) {
  useLanguage();
  const goTo = useGoTo();
  const isGone = findAppError(props.error)?.code === "NOT_FOUND";
  return (
    <MessagePage>
      <EmptyMessage
        isPage
        title={isGone ? pageStrings.missing : pageStrings.failed}
        body={isGone ? pageStrings.missingBody : ""}
        action={isGone ? timelineStrings.toTimeline : pageStrings.retry}
        act={() => void (isGone ? goTo({ view: "timeline" }) : props.retry())}
      />
    </MessagePage>
  );
}
