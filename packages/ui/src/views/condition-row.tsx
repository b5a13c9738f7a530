import { useId, useState } from "react";
import { useTags } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { visibilityWords } from "../memo/visibility-words.ts";
import {
  conditionNames,
  type ConditionName,
  conditions,
  conditionToCel,
  hasChoices,
  visibilityChoices,
  withCondition,
} from "./conditions.ts";
import { conditionStrings, hasStrings, viewStrings } from "./strings.ts";

interface ConditionRowProps {
  readonly filter: string;
  setFilter(filter: string): void;
}

/** Row that adds a common condition to the filter. It doesn't parse the existing filter. */
export function ConditionRow({ filter, setFilter }: ConditionRowProps) {
  useLanguage();
  const [name, setName] = useState<ConditionName>("hasTag");
  const [value, setValue] = useState("");
  const [joint, setJoint] = useState<"all" | "any">("all");
  const cel = conditionToCel(name, value);
  const add = (): void => {
    if (cel === null) return;
    setFilter(withCondition(filter, cel, joint));
    setValue(firstValue(name));
  };
  return (
    <fieldset className="condition-row">
      <legend className="text-small text-text-2">{viewStrings.addCondition}</legend>
      {filter.trim() !== "" && (
        <select
          className="field condition-joint"
          aria-label={viewStrings.joint}
          value={joint}
          onChange={(event) => setJoint(event.target.value === "any" ? "any" : "all")}
        >
          <option value="all">{viewStrings.all}</option>
          <option value="any">{viewStrings.any}</option>
        </select>
      )}
      <select
        className="field condition-name"
        aria-label={viewStrings.condition}
        value={name}
        onChange={(event) => {
          const next = conditionNames.find((each) => each === event.target.value) ?? "hasTag";
          setName(next);
          setValue(firstValue(next));
        }}
      >
        {conditionNames.map((each) => (
          <option key={each} value={each}>
            {conditionStrings[each]}
          </option>
        ))}
      </select>
      <ConditionValue name={name} value={value} setValue={setValue} add={add} />
      <button type="button" className="button" disabled={cel === null} onClick={add}>
        {viewStrings.add}
      </button>
    </fieldset>
  );
}

function firstValue(name: ConditionName): string {
  switch (conditions[name]) {
    case "days":
      return "7";
    case "has":
      return hasChoices[0];
    case "visibility":
      return visibilityChoices[0];
    default:
      return "";
  }
}

interface ConditionValueProps {
  readonly name: ConditionName;
  readonly value: string;
  setValue(value: string): void;
  add(): void;
}

function ConditionValue({ name, value, setValue, add }: ConditionValueProps) {
  useLanguage();
  const tags = useTags().data ?? [];
  const listId = useId();
  const kind = conditions[name];
  if (kind === "none") return null;
  if (kind === "has" || kind === "visibility") {
    return (
      <select
        className="field condition-value"
        aria-label={viewStrings.value}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      >
        {kind === "has"
          ? hasChoices.map((each) => (
              <option key={each} value={each}>
                {hasStrings[each]}
              </option>
            ))
          : visibilityChoices.map((each) => (
              <option key={each} value={each}>
                {visibilityWords[visibilityOf[each]]}
              </option>
            ))}
      </select>
    );
  }
  return (
    <>
      <input
        type={kind === "days" ? "number" : kind === "date" ? "date" : "text"}
        className="field condition-value"
        dir="auto"
        aria-label={viewStrings.value}
        min={kind === "days" ? 1 : undefined}
        list={kind === "tag" ? listId : undefined}
        maxLength={200}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // Enter adds the condition instead of submitting the form.
          event.preventDefault();
          add();
        }}
      />
      {kind === "days" && <span className="text-small text-text-2">{viewStrings.days}</span>}
      {kind === "tag" && (
        <datalist id={listId}>
          {tags.slice(0, maxOffered).map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      )}
    </>
  );
}

const maxOffered = 200;

const visibilityOf = {
  private: "PRIVATE",
  protected: "PROTECTED",
  public: "PUBLIC",
  space: "SPACE",
} as const;
