import { Link, useRouterState } from "@tanstack/react-router";
import { Compass, Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useUnreadBadge } from "../data/inbox-queries.ts";
import { useLanguage } from "../language/language.ts";
import { inboxPath } from "../state/inbox-address.ts";
import { frameInboxStrings } from "../state/inbox-words.ts";
import { viewPaths } from "../state/view-address.ts";
import { timelineStrings } from "../timeline/strings.ts";

interface OthersLinksProps {
  readonly isRail: boolean;
  onClick(): void;
}

/** Links to Explore and to the inbox. */
export function OthersLinks(props: OthersLinksProps) {
  useLanguage();
  const badge = useUnreadBadge();
  const { inbox } = frameInboxStrings;
  return (
    <>
      <li>
        <PlaceLink
          {...props}
          to={viewPaths.explore}
          icon={Compass}
          label={timelineStrings.views.explore.title}
        />
      </li>
      <li>
        <PlaceLink
          {...props}
          to={inboxPath}
          icon={Inbox}
          label={inbox}
          note={badge === null ? undefined : frameInboxStrings.unread(badge)}
        >
          {badge !== null && (
            <span aria-hidden className={props.isRail ? "inbox-dot" : "inbox-badge"}>
              {!props.isRail && badge}
            </span>
          )}
        </PlaceLink>
      </li>
    </>
  );
}

function PlaceLink(
  props: OthersLinksProps & {
    readonly to: typeof inboxPath | typeof viewPaths.explore;
    readonly icon: LucideIcon;
    readonly label: string;
    /** Additional text of the link. */
    readonly note?: string | undefined;
    readonly children?: ReactNode;
  },
) {
  const { to, icon: Icon, label, isRail } = props;
  const isShown = useRouterState({ select: ({ location }) => location.pathname === to });
  const { note } = props;
  const name = isRail ? [label, note].filter(Boolean).join(", ") : undefined;
  return (
    <Link
      to={to}
      search={{}}
      activeOptions={{ exact: true }}
      aria-current={isShown ? "page" : undefined}
      aria-label={name}
      title={name}
      onClick={props.onClick}
      className={isRail ? "icon-button sidebar-mark" : "sidebar-row sidebar-mark"}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {!isRail && label}
      {!isRail && note !== undefined && <span className="sr-only">{note}</span>}
      {props.children}
    </Link>
  );
}
