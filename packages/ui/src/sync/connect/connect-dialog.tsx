import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useRef, useState } from "react";
import { useShell } from "../../shell/shell.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useLastServer } from "../../data/asked/sync-queries.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { useLanguage } from "../../language/language.ts";
import { hostOf } from "../pill-text.ts";
import { CodeForm } from "./code-form.tsx";
import { ConnectedAlready, OfferedCode } from "./offered-code.tsx";
import { PasswordForm } from "./password-form.tsx";
import { toSignIn } from "./to-sign-in.ts";

/** Dialog that connects to a server, by password or code. */
export function ConnectDialog() {
  const isOpen = useUi((state) => state.isConnectOpen);
  const isElsewhere = useLacks("servers");
  useEffect(() => {
    if (isOpen && isElsewhere) toSignIn();
  }, [isOpen, isElsewhere]);
  if (isElsewhere) return null;
  return (
    <Dialog.Root open={isOpen} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 m-auto h-fit z-50 max-h-[calc(100dvh-2rem)] w-[min(27.5rem,calc(100vw-2rem))] overflow-y-auto p-6">
          <OfferedForm close={() => show(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function show(isConnectOpen: boolean): void {
  setUi({ isConnectOpen });
  if (!isConnectOpen) useShell.setState({ offeredServer: null });
}

/** Fills in the server of a link, or the last one. */
function OfferedForm({ close }: { close(): void }) {
  const offered = useShell((state) => state.offeredServer);
  if (offered === null || offered.code === null) {
    return <TypedForm key={offered?.url} offeredUrl={offered?.url ?? null} close={close} />;
  }
  const { url, code } = offered;
  return <OfferedByLink key={`${url} ${code}`} url={url} code={code} close={close} />;
}

function OfferedByLink(props: { readonly url: string; readonly code: string; close(): void }) {
  useLanguage();
  const status = useSyncStatus().data;
  // State before connecting, which happens while the dialog is open.
  const [before, setBefore] = useState(status);
  if (before === undefined && status !== undefined) setBefore(status);
  if (before === undefined) return null;
  return before.serverUrl === null ? (
    <OfferedCode {...props} />
  ) : (
    <ConnectedAlready host={hostOf(before.serverUrl)} />
  );
}

function TypedForm(props: { readonly offeredUrl: string | null; close(): void }) {
  const { offeredUrl, close } = props;
  const last = useLastServer().data ?? null;
  /** Address when the user switched to a code; null for the password form. */
  const [atCode, setAtCode] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const isOpening = useRef(true);
  useEffect(() => {
    // On opening, the dialog handles the focus. When the form is switched, its focused element is removed.
    if (isOpening.current) {
      isOpening.current = false;
      return;
    }
    const fields = [...(form.current?.querySelectorAll("input") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, [atCode]);
  return (
    <div ref={form}>
      {atCode === null ? (
        <PasswordForm
          url={offeredUrl ?? last?.url ?? ""}
          username={offeredUrl === null ? (last?.username ?? "") : ""}
          close={close}
          toCode={setAtCode}
        />
      ) : (
        <CodeForm url={atCode} close={close} toPassword={() => setAtCode(null)} />
      )}
    </div>
  );
}
