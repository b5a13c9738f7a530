import { useId } from "react";
import { SettingRow } from "./setting-row.tsx";

interface SwitchRowProps {
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
  set(isOn: boolean): void;
}

/** Setting with a switch. */
export function SwitchRow({ label, help, isOn, set }: SwitchRowProps) {
  const id = useId();
  return (
    <SettingRow title={label} labels={id} help={help} helpId={`${id}-help`}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="setting-switch"
        aria-describedby={`${id}-help`}
        checked={isOn}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}
