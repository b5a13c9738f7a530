import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";

const dayMs = 86_400_000;
const lifetimes = { month: 30, quarter: 90, year: 365, never: null } as const;
const scopes = { read: "read", write: "write", all: null } as const;

export interface WantedToken {
  readonly name: string;
  readonly scope: (typeof scopes)[keyof typeof scopes];
  readonly expiresMs: number | null;
}

/** Makes an access token: first what may do least, for a while. */
export function NewToken(props: {
  readonly isDisabled: boolean;
  /** False: none was made, and what was entered stays. */
  make(wanted: WantedToken): Promise<boolean>;
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
      <label htmlFor={`${id}-may`}>
        {strings.mayDo}
        <select
          id={`${id}-may`}
          className="share-field"
          value={scope}
          disabled={isDisabled}
          onChange={(event) => setScope(event.target.value as keyof typeof scopes)}
        >
          {(["read", "write", "all"] as const).map((each) => (
            <option key={each} value={each}>
              {strings.scopes[each]}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-for`}>
        {strings.worksFor}
        <select
          id={`${id}-for`}
          className="share-field"
          value={lifetime}
          disabled={isDisabled}
          onChange={(event) => setLifetime(event.target.value as keyof typeof lifetimes)}
        >
          {(["month", "quarter", "year", "never"] as const).map((each) => (
            <option key={each} value={each}>
              {strings.lifetimes[each]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button" disabled={isDisabled} aria-busy={isMaking}>
        {isMaking ? strings.making : strings.makeToken}
      </button>
    </form>
  );
}
