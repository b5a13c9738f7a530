import { useEffect, useRef } from "react";
import { findAppError, useClient } from "../data/client.tsx";
import { useSyncStatus } from "../data/queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { useGoTo } from "../state/view-address.ts";
import { MessagePage } from "../timeline/screen/message-page.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { pageStrings } from "./strings.ts";
import { UnsentComment } from "./unsent-comment.tsx";

/** Shown if a memo doesn't exist or couldn't be loaded. */
export function MissingMemo(props: {
  readonly id: string;
  readonly error: Error;
  retry(): unknown;
}) {
  useLanguage();
  const { id } = props;
  const client = useClient();
  const goTo = useGoTo();
  const isGone = findAppError(props.error)?.code === "NOT_FOUND";
  const state = useSyncStatus().data?.state;
  const retry = useRef(props.retry);
  retry.current = props.retry;
  // A link can be opened in a browser before the memo has arrived.
  useEffect(() => {
    if (!isGone) return;
    client.memos.get.query({ id }).then(
      () => void retry.current(),
      () => undefined,
    );
  }, [client, id, isGone, state]);
  return (
    <MessagePage>
      <EmptyMessage
        isPage
        title={isGone ? pageStrings.missing : pageStrings.failed}
        body={!isGone ? "" : state === "syncing" ? pageStrings.arriving : pageStrings.missingBody}
        action={isGone ? timelineStrings.toTimeline : pageStrings.retry}
        act={() => void (isGone ? goTo({ view: "timeline" }) : props.retry())}
      />
      {isGone && <UnsentComment key={id} id={id} />}
    </MessagePage>
  );
}
