import { useId, useState } from "react";

interface OneFieldFormProps {
  readonly label: string;
  readonly submit: string;
  /** Text at first; blank by default. */
  readonly text?: string;
  readonly maxLength: number;
  /** True for a username: never corrected or capitalised. */
  readonly isName?: boolean;
  /** Resolves to false if nothing was changed; the input is then kept. */
  act(text: string): Promise<boolean>;
}

/** Form with one text field and a button. */
export function OneFieldForm(props: OneFieldFormProps) {
  const { label, submit, text = "", maxLength, isName = false, act } = props;
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [isActing, setIsActing] = useState(false);
  const send = async (): Promise<void> => {
    setIsActing(true);
    const isDone = await act(typed.trim());
    setIsActing(false);
    if (isDone && text === "") setTyped("");
  };
  return (
    <form
      className="new-there admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isActing && typed.trim() !== "") void send();
      }}
    >
      <label htmlFor={id}>
        {label}
        <input
          id={id}
          className="field"
          required
          maxLength={maxLength}
          autoComplete="off"
          {...(isName && { autoCapitalize: "none", spellCheck: false })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit" className="button" aria-busy={isActing}>
        {submit}
      </button>
    </form>
  );
}
