import { useId, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { transferStrings } from "./strings.ts";
import { useTransferActions } from "./use-transfer.ts";

/** Asks for the user to import from a database with several users. */
export function WhoseMemos({ people }: { readonly people: readonly string[] }) {
  useLanguage();
  const { readAs, stop } = useTransferActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const name = useId();
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) void readAs(chosen);
      }}
    >
      <fieldset>
        <legend className="font-medium">{transferStrings.whose}</legend>
        <p className="text-small text-text-3">{transferStrings.whoseHelp}</p>
        <div className="mt-2 max-h-80 overflow-y-auto">
          {people.map((person) => (
            <label key={person} className="setting-choice">
              <input
                type="radio"
                name={name}
                checked={person === chosen}
                onChange={() => setChosen(person)}
              />
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{person}</bdi>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <button type="button" className="button" onClick={() => void stop()}>
          {transferStrings.otherSource}
        </button>
        <button type="submit" className="button button-primary" disabled={chosen === null}>
          {transferStrings.goOn}
        </button>
      </div>
    </form>
  );
}
