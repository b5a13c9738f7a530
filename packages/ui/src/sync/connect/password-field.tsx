import { useState, type ChangeEvent } from "react";
import { FormField } from "./form-field.tsx";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

interface PasswordFieldProps {
  readonly value: string;
  setValue(password: string): void;
}

/** Password field with a checkbox to show it. Allows pasting and password managers. */
export function PasswordField({ value, setValue }: PasswordFieldProps) {
  useLanguage();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <FormField
        label={syncStrings.password}
        // A password input has no implicit role; `textbox` makes it queryable like other fields.
        role="textbox"
        type={isShown ? "text" : "password"}
        autoComplete="current-password"
        required
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value)}
      />
      <label className="inline-flex min-h-6 items-center gap-2 self-start text-small text-text-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isShown}
          onChange={(event) => setIsShown(event.target.checked)}
        />
        {syncStrings.showPassword}
      </label>
    </div>
  );
}
