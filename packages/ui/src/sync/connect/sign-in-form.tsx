import { useState } from "react";
import { describeError } from "../../data/client.tsx";
import { useLacks } from "../../shell/use-lacks.ts";
import { PasswordField } from "./password-field.tsx";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";
import { toSignIn } from "./to-sign-in.ts";

/** Signs in again: on the server's page if it sent this one, else with a form. */
export function SignInForm() {
  useLanguage();
  if (!useLacks("servers")) return <PasswordAlone />;
  return (
    <button type="button" className="button button-primary mt-3" onClick={toSignIn}>
      {syncStrings.signInAction}
    </button>
  );
}

/** Form for the password alone; server and username are known. */
function PasswordAlone() {
  useLanguage();
  const actions = useSyncActions();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      await actions.signIn(password);
    } catch (error) {
      setProblem(describeError(error));
    }
    setIsBusy(false);
  };
  return (
    <form
      className="mt-3 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PasswordField value={password} setValue={setPassword} />
      {problem !== null && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
      <button
        type="submit"
        className="button button-primary self-start"
        disabled={isBusy || password === ""}
      >
        {syncStrings.signInAction}
      </button>
    </form>
  );
}
