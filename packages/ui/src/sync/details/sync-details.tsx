import { Dialog } from "@base-ui/react/dialog";
import { DialogHead } from "../../feedback/dialog-head.tsx";
import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { setUi, useUi, type SyncDetailsPart } from "../../state/ui-state.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { CaretSwitch } from "./caret-switch.tsx";
import { DeviceList } from "./device-list.tsx";
import { FileStorageChoice } from "./file-storage.tsx";
import { OnRevokedChoice } from "./on-revoked-choice.tsx";
import { RefusedList } from "./refused-list.tsx";
import { ReportButtons } from "./report-buttons.tsx";
import { useLanguage } from "../../language/language.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { syncStrings } from "../strings.ts";
import { SyncLog } from "./sync-log.tsx";
import { WaitingList } from "./waiting-list.tsx";

/** Dialog with pending and rejected changes, the sync log, the devices, and file storage. */
export function SyncDetails() {
  useLanguage();
  const part = useUi((state) => state.syncDetails);
  const [last, setLast] = useState<SyncDetailsPart>("log");
  // Keeps showing the last section while the dialog fades out.
  if (part !== null && part !== last) setLast(part);
  return (
    <Dialog.Root
      open={part !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setUi({ syncDetails: null });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 m-auto z-50 flex h-[min(36rem,calc(100dvh-2rem))] w-[min(40rem,calc(100vw-2rem))] flex-col p-5">
          <DialogHead title={syncStrings.detailsTitle} close={syncStrings.close} />
          <Parts part={last} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const panel = "flex min-h-0 grow flex-col -mx-1 overflow-y-auto px-1 pt-3 outline-offset-[-2px]";

const partsInMemory = ["waiting", "refused", "log", "devices"] as const;
const parts = [...partsInMemory, "storage"] as const;

function Parts({ part }: { readonly part: SyncDetailsPart }) {
  useLanguage();
  const rejected = useSyncStatus().data?.rejected ?? 0;
  const isInMemory = useLacks("copy");
  return (
    <Tabs.Root
      value={part}
      onValueChange={(syncDetails: SyncDetailsPart) => setUi({ syncDetails })}
      className="mt-2 flex min-h-0 grow flex-col"
    >
      <Tabs.List className="flex flex-none flex-wrap gap-x-5 border-b border-hairline max-rail:gap-x-3">
        {(isInMemory ? partsInMemory : parts).map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            className="-mb-px min-h-9 border-b-2 border-transparent px-0 text-text-2 hover:text-text max-rail:text-small aria-selected:border-accent aria-selected:font-medium aria-selected:text-accent"
          >
            {each === "refused" && rejected > 0
              ? syncStrings.refusedTab(rejected)
              : syncStrings.tabs[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="waiting" className={panel}>
        <WaitingList />
      </Tabs.Panel>
      <Tabs.Panel value="refused" className={panel}>
        <RefusedList />
      </Tabs.Panel>
      <Tabs.Panel value="log" className={panel}>
        <SyncLog />
        <ReportButtons />
      </Tabs.Panel>
      <Tabs.Panel value="devices" className={panel}>
        <DeviceList />
        <CaretSwitch />
        {!isInMemory && <OnRevokedChoice />}
      </Tabs.Panel>
      <Tabs.Panel value="storage" className={panel}>
        <FileStorageChoice />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
