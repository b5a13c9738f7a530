import { Menu } from "lucide-react";
import { setUi } from "../../state/ui-state.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { useUnreadBadge } from "../../data/inbox-queries.ts";
import { frameInboxStrings } from "../../state/inbox-words.ts";
import { needsUser, pillText } from "../../sync/pill-text.ts";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";

/**
 * Opens the drawer of a narrow window. The drawer has the sync state and the inbox: a dot marks a sync
 * problem that needs the user, or unread notifications.
 */
export function MenuButton() {
  useLanguage();
  const status = useSyncStatus().data;
  const isCalling = status !== undefined && needsUser(status);
  const unread = useUnreadBadge();
  return (
    <button
      type="button"
      className="icon-button relative -ms-1.5 rail:hidden"
      aria-label={
        isCalling
          ? timelineStrings.openMenuTo(pillText(status, Infinity))
          : unread === null
            ? timelineStrings.openMenu
            : timelineStrings.openMenuToInbox(frameInboxStrings.unread(unread))
      }
      onClick={() => setUi({ isDrawerOpen: true })}
    >
      <Menu size={20} strokeWidth={1.75} aria-hidden />
      {(isCalling || unread !== null) && (
        <span
          aria-hidden
          className={`absolute end-1 top-1 size-2 rounded-full ring-2 ring-canvas ${isCalling ? "bg-warn" : "bg-accent"}`}
        />
      )}
    </button>
  );
}
