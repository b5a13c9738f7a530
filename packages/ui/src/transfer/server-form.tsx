import { LockOpen } from "lucide-react";
import { useState } from "react";
import { useLanguage } from "../language/language.ts";
import { FormField } from "../sync/connect/form-field.tsx";
import { isOverheard, serverAddresses } from "../sync/server-address.ts";
import { syncStrings } from "../sync/strings.ts";
import { transferStrings } from "./strings.ts";
import { useTransferActions } from "./use-transfer.ts";

/** Form for a memos server and an access token, which is sent only there. */
export function ServerForm() {
  useLanguage();
  const { readServer } = useTransferActions();
  const [address, setAddress] = useState("");
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  /** Address for which the user was warned that eavesdroppers can read the token. */
  const [overheard, setOverheard] = useState<string | null>(null);
  const isWarned = overheard === address;

  const submit = async (): Promise<void> => {
    const urls = serverAddresses(address);
    setProblem(urls === null ? syncStrings.badAddress : null);
    if (urls === null) return;
    if (isOverheard(urls[0]) && !isWarned) return setOverheard(address);
    setIsAsking(true);
    // A host without a scheme on this machine or network uses http, its second URL.
    await readServer(urls[1] ?? urls[0], token.trim());
    setIsAsking(false);
  };

  return (
    <details className="mt-4 border-t border-rule pt-3">
      <summary className="min-h-7 font-medium pointer-coarse:min-h-11">
        {transferStrings.fromServer}
      </summary>
      <form
        noValidate
        className="mt-2 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormField
          label={syncStrings.serverAddress}
          help={syncStrings.serverExample}
          problem={problem}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <FormField
          label={transferStrings.token}
          help={transferStrings.tokenHelp}
          type="password"
          autoComplete="off"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        {isWarned && (
          <p
            role="alert"
            className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn"
          >
            <LockOpen size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
            {transferStrings.overheard}
          </p>
        )}
        <div className="flex justify-end">
          <button
            type="submit"
            className="button"
            disabled={isAsking || address.trim() === "" || token.trim() === ""}
          >
            {isWarned ? transferStrings.lookAnyway : transferStrings.look}
          </button>
        </div>
      </form>
    </details>
  );
}
