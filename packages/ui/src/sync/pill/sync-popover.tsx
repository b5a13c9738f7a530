import { Popover } from "@base-ui/react/popover";
import type { SyncStatus } from "@tidemark/core/router";
import type { RefObject } from "react";
import type { HostState } from "../../data/host-connection.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { SyncPanel } from "./sync-panel.tsx";
import { returnFocus } from "../../focus/return-focus.ts";

interface SyncPopoverProps {
  readonly isOpen: boolean;
  /** Pill that opens and closes the popover. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly host: HostState;
  readonly status: SyncStatus | undefined;
  readonly words: string;
  show(isOpen: boolean): void;
}

/** Popover of the pill. */
export function SyncPopover({ isOpen, show, anchor, host, status, words }: SyncPopoverProps) {
  useLanguage();
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(isWanted, { reason, event }) => {
        // The click that follows a press on the pill closes the popover; closing on the press too would
        // reopen it.
        const isOnPill =
          event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (reason !== "outside-press" || !isOnPill) show(isWanted);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={6}
          className="z-40"
        >
          <Popover.Popup
            finalFocus={returnFocus(() => anchor.current)}
            className="popover w-80 max-w-[calc(100vw-2rem)] p-4 outline-none"
          >
            {host === "up" && status !== undefined ? (
              <SyncPanel status={status} words={words} close={() => show(false)} />
            ) : (
              <HostPanel host={host} words={words} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Shown while the host is away: no actions are possible, and its last state may be outdated. */
function HostPanel({ host, words }: { readonly host: HostState; readonly words: string }) {
  useLanguage();
  return (
    <>
      <Popover.Title className="font-semibold">{words}</Popover.Title>
      <Popover.Description className="mt-1 text-small text-text-2">
        {host === "up" ? null : syncStrings.explainHost[host]}
      </Popover.Description>
    </>
  );
}
