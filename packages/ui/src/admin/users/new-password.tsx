import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { userStrings as strings } from "./strings.ts";

/** Form that sets the password of an account. */
export function NewPassword(props: {
  /** True for the administrator's own account, whose current password the server checks. */
  readonly isOwn: boolean;
  /** Resolves to false if nothing was changed; the input is then kept. */
  set(to: { readonly password: string; readonly currentPassword?: string }): Promise<boolean>;
}) {
  useLanguage();
  const { isOwn, set } = props;
  const id = useId();
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [isSetting, setIsSetting] = useState(false);
  const submit = async (): Promise<void> => {
    setIsSetting(true);
    const isSet = await set(isOwn ? { password, currentPassword: current } : { password });
    setIsSetting(false);
    if (!isSet) return;
    setPassword("");
    setCurrent("");
  };
  return (
    <form
      className="new-there admin-form"
      aria-label={strings.setPassword}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSetting) void submit();
      }}
    >
      {isOwn && (
        <label htmlFor={`${id}-current`}>
          {strings.currentPassword}
          <input
            id={`${id}-current`}
            type="password"
            className="field"
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </label>
      )}
      <label htmlFor={`${id}-new`}>
        {strings.newPassword}
        <input
          id={`${id}-new`}
          className="field"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <button type="submit" className="button" aria-busy={isSetting}>
        {strings.setPassword}
      </button>
      <p id={`${id}-help`} className="setting-help basis-full">
        {strings.passwordHelp}
      </p>
    </form>
  );
}
