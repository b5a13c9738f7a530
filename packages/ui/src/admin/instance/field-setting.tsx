import { useEffect, useId, useState } from "react";
import { SettingRow } from "../../settings/setting-row.tsx";

interface FieldSettingProps {
  readonly label: string;
  readonly help?: string;
  /** Saved text. */
  readonly value: string;
  /** True if the field has a whole number. */
  readonly isNumber?: boolean;
  /** True for a secret, which is never shown: the field is blank again once it is saved. */
  readonly isSecret?: boolean;
  /** True if the field can be blank. */
  readonly canBeBlank?: boolean;
  /** Resolves to false if nothing was saved. */
  save(text: string): Promise<boolean>;
}

/** Setting with a text field; saved on blur or Enter. Escape restores the saved text. */
export function FieldSetting(props: FieldSettingProps) {
  const { label, help, value, isNumber = false, isSecret = false, canBeBlank = false } = props;
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const keep = async (): Promise<void> => {
    const text = typed.trim();
    if (text === value || (text === "" && !canBeBlank)) return setTyped(value);
    if (!(await props.save(text)) || isSecret) setTyped(value);
  };
  return (
    <SettingRow title={label} labels={id} help={help} helpId={`${id}-help`}>
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <input
          id={id}
          type={isSecret ? "password" : "text"}
          inputMode={isNumber ? "numeric" : undefined}
          className={isNumber ? "field text-end" : "field max-w-full"}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          autoComplete={isSecret ? "new-password" : "off"}
          value={typed}
          onChange={({ target }) => {
            setTyped(isNumber ? target.value.replaceAll(/\D/g, "").slice(0, 12) : target.value);
          }}
          onBlur={() => void keep()}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || typed === value || event.nativeEvent.isComposing) return;
            event.preventDefault();
            setTyped(value);
          }}
        />
      </form>
    </SettingRow>
  );
}
