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
  /** The pill, which opens and closes it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly host: HostState;
  readonly status: SyncStatus | undefined;
  readonly words: string;
  show(isOpen: boolean): void;
}

/** What the pill opens. */
export function SyncPopover({ isOpen, show, anchor, host, status, words }: SyncPopoverProps) {
  useLanguage();
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(isWanted, { reason, event }) => {
        // A press on the pill closes it by the click that follows; both would open it again.
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

/** While the host is away nothing can be done here, and nothing that it said last counts. */
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
