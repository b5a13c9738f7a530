import { maxTypedCodeLength, readPairingCode } from "@tidemark/core/names";
import { useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";
import { codeFailureInWords } from "./code-failure.ts";
import { FormField } from "./form-field.tsx";
import { AddressField, FormEnd, FormHead } from "./form-parts.tsx";
import { useConnecting } from "./use-connecting.ts";

interface CodeFormProps {
  readonly url: string;
  close(): void;
  /** Switches back to username and password. */
  toPassword(): void;
}

/** Form for a server address and a code created by another device. */
export function CodeForm({ close, toPassword, ...offered }: CodeFormProps) {
  useLanguage();
  const actions = useSyncActions();
  const [url, setUrl] = useState(offered.url);
  const [typed, setTyped] = useState("");
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const connecting = useConnecting(url, close);
  const submit = (): void => {
    const code = readPairingCode(typed);
    setCodeProblem(code === null ? syncStrings.badCode : null);
    if (code === null) return;
    void connecting.submit((urls) => actions.connectByCode({ urls, code }), codeFailureInWords);
  };
  return (
    <>
      <FormHead title={syncStrings.connectTitle}>{syncStrings.codeBody}</FormHead>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AddressField
          problem={connecting.addressProblem}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <FormField
          label={syncStrings.code}
          help={syncStrings.codeHelp}
          problem={codeProblem}
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxTypedCodeLength}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button
          type="button"
          className="min-h-6 self-start rounded-control text-small font-medium text-accent underline hover:text-accent-hover"
          onClick={toPassword}
        >
          {syncStrings.usePassword}
        </button>
        <FormEnd
          connecting={connecting}
          overheard={syncStrings.overheardCode}
          isComplete={url !== "" && typed !== ""}
        />
      </form>
    </>
  );
}
