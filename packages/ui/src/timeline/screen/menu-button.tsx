import { Menu } from "lucide-react";
import { setUi } from "../../state/ui-state.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { useUnreadBadge } from "../../data/inbox-queries.ts";
import { frameInboxStrings } from "../../state/inbox-words.ts";
import { needsUser, pillText } from "../../sync/pill-text.ts";
import { useLanguage } from "../../language/language.ts";
import { usePhone } from "../../state/use-phone.ts";
import { timelineStrings } from "../strings.ts";

/**
 * Opens the drawer of a narrow window. The drawer has the sync state and the inbox: a dot marks a sync
 * problem that needs the user, or unread notifications.
 */
export function MenuButton() {
  const { label, mark } = useMenuCall();
  // A phone has it in the bar at the bottom.
  if (usePhone() !== null) return null;
  return (
    <button
      type="button"
      className="icon-button relative -ms-1.5 rail:hidden"
      aria-label={label}
      onClick={() => setUi({ isDrawerOpen: true })}
    >
      <Menu size={20} strokeWidth={1.75} aria-hidden />
      {mark !== null && (
        <span
          aria-hidden
          className={`absolute end-1 top-1 size-2 rounded-full ring-2 ring-canvas ${mark}`}
        />
      )}
    </button>
  );
}

/** Returns the label of a button that opens the drawer, and the colour of its dot; null without one. */
export function useMenuCall(): { readonly label: string; readonly mark: string | null } {
  useLanguage();
  const status = useSyncStatus().data;
  const unread = useUnreadBadge();
  if (status !== undefined && needsUser(status)) {
    return { label: timelineStrings.openMenuTo(pillText(status, Infinity)), mark: "bg-warn" };
  }
  if (unread === null) return { label: timelineStrings.openMenu, mark: null };
  const words = frameInboxStrings.unread(unread);
  return { label: timelineStrings.openMenuToInbox(words), mark: "bg-accent" };
}
