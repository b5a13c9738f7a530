import { useId } from "react";

interface ChoiceRowProps<Key extends string> {
  readonly label: string;
  readonly chosen: Key;
  readonly choices: readonly {
    readonly key: Key;
    readonly label: string;
    readonly help?: string;
    /** The language of its label, where it is not that of the page. */
    readonly lang?: string;
  }[];
  choose(key: Key): void;
}

/** A setting of which one choice holds. */
export function ChoiceRow<Key extends string>(props: ChoiceRowProps<Key>) {
  const { label, chosen, choices, choose } = props;
  const name = useId();
  return (
    <fieldset className="mt-3">
      <legend className="text-small text-text-2">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {choices.map((choice) => (
          <label key={choice.key} lang={choice.lang} className="setting-choice">
            <input
              type="radio"
              name={name}
              checked={choice.key === chosen}
              onChange={() => choose(choice.key)}
            />
            <span>
              {choice.label}
              {choice.help !== undefined && (
                <span className="block text-small text-text-3">{choice.help}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
