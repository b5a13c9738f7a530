import { Dialog } from "@base-ui/react/dialog";
import { CircleAlert, LockOpen } from "lucide-react";
import { useState } from "react";
import { useShell } from "../../shell/shell.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { describeError } from "../../data/client.tsx";
import { useLastServer } from "../../data/queries.ts";
import { FormField } from "./form-field.tsx";
import { isOverheard, serverAddresses } from "../server-address.ts";
import { PasswordField } from "./password-field.tsx";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";

/** Asks for a server and an account, and says in words why they did not work. */
export function ConnectDialog() {
  useLanguage();
  const isOpen = useUi((state) => state.isConnectOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 m-auto h-fit z-50 max-h-[calc(100vh-2rem)] w-[min(27.5rem,calc(100vw-2rem))] overflow-y-auto p-6">
          <Dialog.Title className="text-dialog font-semibold">
            {syncStrings.connectTitle}
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-text-2">
            {syncStrings.connectBody}
          </Dialog.Description>
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

/** Offers what a link named, or what was connected last. */
function OfferedForm({ close }: { close(): void }) {
  const offered = useShell((state) => state.offeredServer);
  const last = useLastServer().data ?? null;
  return (
    <ConnectForm
      key={offered}
      url={offered ?? last?.url ?? ""}
      username={offered === null ? (last?.username ?? "") : ""}
      close={close}
    />
  );
}

interface ConnectFormProps {
  /** What stands in the fields until somebody types; the host may say it late. */
  readonly url: string;
  readonly username: string;
  close(): void;
}

function ConnectForm({ close, ...offered }: ConnectFormProps) {
  useLanguage();
  const actions = useSyncActions();
  const [typedUrl, setUrl] = useState<string | null>(null);
  const [typedUsername, setUsername] = useState<string | null>(null);
  const url = typedUrl ?? offered.url;
  const username = typedUsername ?? offered.username;
  const [password, setPassword] = useState("");
  const [addressProblem, setAddressProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** The address that the password is about to be sent to for everybody on the way to read. */
  const [overheard, setOverheard] = useState<string | null>(null);
  const isWarned = overheard === url;

  const submit = async (): Promise<void> => {
    setProblem(null);
    const urls = serverAddresses(url);
    setAddressProblem(urls === null ? syncStrings.badAddress : null);
    if (urls === null) return;
    if (isOverheard(urls[0]) && !isWarned) return setOverheard(url);
    setIsBusy(true);
    try {
      await actions.connect({ urls, username: username.trim(), password });
      close();
    } catch (error) {
      setProblem(describeError(error));
      setIsBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormField
        label={syncStrings.serverAddress}
        help={syncStrings.serverExample}
        problem={addressProblem}
        type="text"
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        required
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <FormField
        label={syncStrings.username}
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={36}
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField value={password} setValue={setPassword} />
      {isWarned && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn"
        >
          <LockOpen size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
          {syncStrings.overheard}
        </p>
      )}
      {problem !== null && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-small text-danger"
        >
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
          {problem}
        </p>
      )}
      <div className="mt-2 flex justify-end gap-2">
        <Dialog.Close className="button">{syncStrings.cancel}</Dialog.Close>
        <button
          type="submit"
          className="button button-primary"
          disabled={isBusy || url === "" || username === "" || password === ""}
        >
          {isBusy
            ? syncStrings.connecting
            : isWarned
              ? syncStrings.connectAnyway
              : syncStrings.connect}
        </button>
      </div>
    </form>
  );
}
