import type { WantedAccessToken } from "@tidemark/core/sync/protocol";
import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";

const dayMs = 86_400_000;
const lifetimes = { month: 30, quarter: 90, year: 365, never: null } as const;
const scopes = { read: "read", write: "write", all: null } as const;

/** Form that creates an access token. The defaults are the least permissions and a limited lifetime. */
export function NewToken(props: {
  readonly isDisabled: boolean;
  /** Resolves to false if none was created; the input is then kept. */
  make(wanted: WantedAccessToken): Promise<boolean>;
}) {
  useLanguage();
  const { isDisabled, make } = props;
  const id = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<keyof typeof scopes>("read");
  const [lifetime, setLifetime] = useState<keyof typeof lifetimes>("quarter");
  const [isMaking, setIsMaking] = useState(false);
  const submit = async (): Promise<void> => {
    const days = lifetimes[lifetime];
    setIsMaking(true);
    const isMade = await make({
      name: name.trim(),
      scope: scopes[scope],
      expiresMs: days === null ? null : Date.now() + days * dayMs,
    });
    setIsMaking(false);
    if (isMade) setName("");
  };
  return (
    <form
      className="new-there"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMaking && name.trim() !== "") void submit();
      }}
    >
      <label htmlFor={`${id}-name`}>
        {strings.tokenName}
        <input
          id={`${id}-name`}
          className="field"
          required
          maxLength={256}
          value={name}
          placeholder={strings.tokenNameHint}
          autoComplete="off"
          disabled={isDisabled}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Choice
        label={strings.mayDo}
        words={strings.scopes}
        value={scope}
        isDisabled={isDisabled}
        choose={(key) => setScope(key)}
      />
      <Choice
        label={strings.worksFor}
        words={strings.lifetimes}
        value={lifetime}
        isDisabled={isDisabled}
        choose={(key) => setLifetime(key)}
      />
      <button type="submit" className="button" disabled={isDisabled} aria-busy={isMaking}>
        {isMaking ? strings.asking : strings.makeToken}
      </button>
    </form>
  );
}

function Choice<Key extends string>(props: {
  readonly label: string;
  /** Names of the choices, in their order. */
  readonly words: Readonly<Record<Key, string>>;
  readonly value: Key;
  readonly isDisabled: boolean;
  choose(key: Key): void;
}) {
  useLanguage();
  const { label, words, value, isDisabled, choose } = props;
  const id = useId();
  return (
    <label htmlFor={id}>
      {label}
      <select
        id={id}
        className="share-field"
        value={value}
        disabled={isDisabled}
        onChange={(event) => choose(event.target.value as Key)}
      >
        {(Object.keys(words) as Key[]).map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
