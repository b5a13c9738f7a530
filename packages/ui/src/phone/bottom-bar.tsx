import { Link } from "@tanstack/react-router";
import {
  CircleCheck,
  GalleryVerticalEnd,
  type LucideIcon,
  Menu,
  Search,
  SquarePen,
} from "lucide-react";
import { openPart } from "../focus/open-part.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { frameStrings } from "../frame/strings.ts";
import { useAppCommands } from "../keyboard/use-app-commands.ts";
import { useLanguage } from "../language/language.ts";
import { useUi } from "../state/ui-state.ts";
import { useIsListed, useShown, viewPaths } from "../state/view-address.ts";
import { useMenuCall } from "../timeline/screen/menu-button.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { useCompose } from "./compose.ts";
import { phoneStrings } from "./strings.ts";

export const newButtonId = "phone-new";

/** Main navigation of a phone, in reach of the thumb. */
export function BottomBar() {
  useLanguage();
  const { search } = useAppCommands();
  const { label, mark } = useMenuCall();
  const isMenuOpen = useUi((state) => state.isDrawerOpen);
  const hasDraft = useCompose((state) => state.hasDraft);
  return (
    <nav aria-label={frameStrings.mainNav} className="bottom-bar">
      <ViewTab view="timeline" icon={GalleryVerticalEnd} />
      <button type="button" className="bottom-tab" onClick={() => void search(0)}>
        <TabFace icon={Search} words={frameStrings.search} />
      </button>
      <button
        type="button"
        id={newButtonId}
        className="bottom-tab bottom-new"
        aria-haspopup="dialog"
        aria-label={hasDraft ? phoneStrings.continueDraft : phoneStrings.newMemo}
        onClick={() => {
          // The sheet is loaded after the first screen.
          if (!focusComposer()) focusWhenShown(focusComposer);
        }}
      >
        <TabFace icon={SquarePen} words={phoneStrings.new} mark={hasDraft ? "bg-accent" : null} />
      </button>
      <ViewTab view="tasks" icon={CircleCheck} />
      <button
        type="button"
        className="bottom-tab"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        aria-label={label}
        onClick={() => openPart({ isDrawerOpen: true })}
      >
        <TabFace icon={Menu} words={frameStrings.menu} mark={mark} />
      </button>
    </nav>
  );
}

interface ViewTabProps {
  readonly view: "timeline" | "tasks";
  readonly icon: LucideIcon;
}

/** Tab of a view. In the view itself it scrolls to the top. */
function ViewTab({ view, icon }: ViewTabProps) {
  useLanguage();
  const isListed = useIsListed();
  const isShown =
    useShown(
      (shown) =>
        shown.view === view &&
        shown.tag === undefined &&
        shown.saved === undefined &&
        (shown.q ?? "") === "",
    ) && isListed;
  return (
    <Link
      to={viewPaths[view]}
      search={{}}
      activeOptions={{ exact: true }}
      aria-current={isShown ? "page" : undefined}
      className="bottom-tab"
      onClick={() => {
        if (!isShown) return;
        document.querySelector("[data-scroller]")?.scrollTo({ top: 0, behavior: "smooth" });
      }}
    >
      <TabFace icon={icon} words={timelineStrings.views[view].title} />
    </Link>
  );
}

function TabFace(props: {
  readonly icon: LucideIcon;
  readonly words: string;
  /** Class of the dot's colour; null without a dot. */
  readonly mark?: string | null;
}) {
  const { icon: Icon, words, mark = null } = props;
  return (
    <>
      <span className="bottom-icon">
        <Icon size={22} strokeWidth={1.75} aria-hidden />
        {mark !== null && <span aria-hidden className={`bottom-mark ${mark}`} />}
      </span>
      <span className="bottom-words">{words}</span>
    </>
  );
}
