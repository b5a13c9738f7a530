import { useState } from "react";
import { describeError } from "../../data/client.tsx";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";
import { FormField } from "./form-field.tsx";
import { AddressField, FormEnd, FormHead } from "./form-parts.tsx";
import { PasswordField } from "./password-field.tsx";
import { useConnecting } from "./use-connecting.ts";

interface PasswordFormProps {
  /** Initial values, used until the user types; they may load late. */
  readonly url: string;
  readonly username: string;
  close(): void;
  /** Switches to a code, with the current address. */
  toCode(url: string): void;
}

/** Form for a server, username and password. */
export function PasswordForm({ close, toCode, ...offered }: PasswordFormProps) {
  useLanguage();
  const actions = useSyncActions();
  const [typedUrl, setUrl] = useState<string | null>(null);
  const [typedUsername, setUsername] = useState<string | null>(null);
  const url = typedUrl ?? offered.url;
  const username = typedUsername ?? offered.username;
  const [password, setPassword] = useState("");
  const connecting = useConnecting(url, close);
  return (
    <>
      <FormHead title={syncStrings.connectTitle}>{syncStrings.connectBody}</FormHead>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void connecting.submit(
            (urls) => actions.connect({ urls, username: username.trim(), password }),
            describeError,
          );
        }}
      >
        <AddressField
          problem={connecting.addressProblem}
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
        <button
          type="button"
          className="min-h-6 self-start rounded-control text-small font-medium text-accent underline hover:text-accent-hover"
          onClick={() => toCode(url)}
        >
          {syncStrings.useCode}
        </button>
        <FormEnd
          connecting={connecting}
          overheard={syncStrings.overheard}
          isComplete={url !== "" && username !== "" && password !== ""}
        />
      </form>
    </>
  );
}
