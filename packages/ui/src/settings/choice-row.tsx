import { useId } from "react";
import { SettingRow } from "./setting-row.tsx";

interface ChoiceRowProps<Key extends string> {
  readonly label: string;
  readonly help?: string;
  readonly chosen: Key;
  readonly choices: readonly {
    readonly key: Key;
    readonly label: string;
    /** Language of the label, if it differs from the page's. */
    readonly lang?: string;
  }[];
  choose(key: Key): void;
}

/** Setting with one selected choice. */
export function ChoiceRow<Key extends string>(props: ChoiceRowProps<Key>) {
  const { label, help, chosen, choices, choose } = props;
  const id = useId();
  return (
    <SettingRow title={label} titleId={`${id}-title`} help={help} helpId={`${id}-help`}>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className="setting-pick"
      >
        {choices.map((choice) => (
          <label key={choice.key} lang={choice.lang}>
            <input
              type="radio"
              name={id}
              checked={choice.key === chosen}
              onChange={() => choose(choice.key)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </SettingRow>
  );
}
