import { useQueryClient } from "@tanstack/react-query";
import type { SyncStatus } from "@tidemark/core/router";
import { Archive, ArchiveRestore, type LucideIcon, Pin, PinOff, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../data/client.tsx";
import { findShownMemo } from "../data/memo-cache.ts";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { canRun } from "../keyboard/memo-commands.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { toggleSelected, useSelection } from "../state/selection.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { type Swipe, type SwipeSide, watchCards } from "./card-gestures.ts";
import { phoneStrings } from "./strings.ts";
import { type Pull, watchPull } from "./watch-pull.ts";

/**
 * Gestures on lists, and what they show: a swipe pins or archives a memo, a long press selects it, and a pull
 * syncs. Menus have the same commands.
 */
export function Gestures() {
  return (
    <>
      <CardSwipe />
      <PullToSync />
    </>
  );
}

type SwipeAct = "pin" | "unpin" | "archive" | "unarchive";

const icons: Readonly<Record<SwipeAct, LucideIcon>> = {
  pin: Pin,
  unpin: PinOff,
  archive: Archive,
  unarchive: ArchiveRestore,
};

function CardSwipe() {
  useLanguage();
  const queries = useQueryClient();
  const actions = useMemoActions();
  const strip = useRef<HTMLDivElement>(null);
  const [act, setAct] = useState<SwipeAct | null>(null);
  useEffect(() => {
    const actOf = (id: string, side: SwipeSide): SwipeAct | null => {
      const memo = findShownMemo(queries, id);
      if (memo === null || useSelection.getState().ids.size > 0) return null;
      if (side === "start") {
        if (!canRun("pin", memo)) return null;
        return memo.pinned ? "unpin" : "pin";
      }
      if (!canRun("archive", memo)) return null;
      return memo.state === "ARCHIVED" ? "unarchive" : "archive";
    };
    const stopCards = watchCards(document, {
      canSwipe: (id, side) => actOf(id, side) !== null,
      onSwipe(swipe) {
        setAct(swipe === null || swipe.distance === 0 ? null : actOf(swipe.id, swipe.side));
        if (swipe !== null && strip.current !== null) placeStrip(strip.current, swipe);
      },
      run(id, side) {
        const made = actOf(id, side);
        if (made === "pin" || made === "unpin") actions.setPinned(id, made === "pin");
        else if (made !== null) actions.setArchived(id, made === "archive");
      },
      hold(id) {
        // Before the first tap, Chromium refuses it with an error in the console.
        if (navigator.userActivation.hasBeenActive) navigator.vibrate?.(10);
        toggleSelected(id);
      },
    });
    const stopTaps = selectByTaps();
    return () => {
      stopCards();
      stopTaps();
    };
  }, [queries, actions]);
  const Icon = act === null ? null : icons[act];
  return (
    <div ref={strip} aria-hidden className="swipe-strip" hidden={act === null}>
      {Icon !== null && <Icon size={20} strokeWidth={1.75} />}
      {act !== null && <span>{timelineStrings[act]}</span>}
    </div>
  );
}

/** Shows the strip in the room that the swiped card has left. */
function placeStrip(strip: HTMLElement, { card, side, distance, isArmed }: Swipe): void {
  const { top, bottom } = card.getBoundingClientRect();
  const shown = card.closest("[data-scroller]")?.getBoundingClientRect();
  const upper = Math.max(top, (shown?.top ?? 0) + headerRoom);
  const lower = Math.min(bottom, shown?.bottom ?? bottom);
  strip.dataset["side"] = side;
  strip.toggleAttribute("data-armed", isArmed);
  strip.style.insetBlockStart = `${upper}px`;
  strip.style.blockSize = `${Math.max(0, lower - upper)}px`;
  strip.style.inlineSize = `${distance}px`;
}

/** Height of the header above a list, in pixels. */
const headerRoom = 56;

/** While memos are selected, a tap on a card selects or unselects it. */
function selectByTaps(): () => void {
  const own = "a, button, input, label, summary, audio, video";
  const tap = (event: MouseEvent): void => {
    if (useSelection.getState().ids.size === 0 || !(event.target instanceof Element)) return;
    const card = event.target.closest<HTMLElement>("[data-memo-list] .memo-card");
    const id = card?.dataset["memo"];
    if (id === undefined || event.target.closest(own) !== null) return;
    toggleSelected(id);
  };
  document.addEventListener("click", tap);
  return () => document.removeEventListener("click", tap);
}

function PullToSync() {
  useLanguage();
  const queries = useQueryClient();
  const client = useClient();
  const [pull, setPull] = useState<Pull | null>(null);
  const [isSyncing, setIsSyncing] = useState(false);
  useEffect(
    () =>
      watchPull(document, {
        canPull: () => {
          const status = queries.getQueryData<SyncStatus>(queryKeys.sync);
          return status !== undefined && status.serverUrl !== null;
        },
        onPull: setPull,
        run() {
          setIsSyncing(true);
          useFeedback.getState().announce(phoneStrings.pulled);
          const settled = client.sync.now.mutate().catch(() => undefined);
          const shown = new Promise((resolve) => setTimeout(resolve, leastMs));
          void Promise.all([settled, shown]).then(() => setIsSyncing(false));
        },
      }),
    [queries, client],
  );
  if (pull === null && !isSyncing) return null;
  return (
    <div
      aria-hidden
      className="pull-sign"
      data-armed={pull?.isArmed === true || undefined}
      data-syncing={(pull === null && isSyncing) || undefined}
      style={{ translate: `0 ${pull?.distance ?? restAt}px` }}
    >
      <RefreshCw size={18} strokeWidth={1.75} />
      {pull === null ? phoneStrings.pulled : pull.isArmed ? phoneStrings.release : null}
    </div>
  );
}

/** Time for which the sign stays at least, so that it can be read. */
const leastMs = 700;
/** Position of the sign while it syncs, in pixels. */
const restAt = 48;
