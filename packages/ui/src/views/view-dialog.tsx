import { Dialog } from "@base-ui/react/dialog";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import type { ViewIcon as Icon } from "@tidemark/core/view";
import { type FormEvent, lazy, Suspense, useId, useMemo, useRef, useState } from "react";
import { describeError } from "../data/client.tsx";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { describeFilterError } from "../search/filter-problem.ts";
import { type EditedView, setUi, useUi } from "../state/ui-state.ts";
import { useGoTo } from "../state/view-address.ts";
import { CelField } from "./cel-field.tsx";
import { ConditionRow } from "./condition-row.tsx";
import { templateNames, viewTemplates } from "./conditions.ts";
import { templateStrings, viewStrings } from "./strings.ts";
import { useViewActions } from "./use-view-actions.ts";
import { ViewIcon } from "./view-icon.tsx";
import { ViewPreview } from "./view-preview.tsx";

const IconPicker = lazy(async () => ({
  default: (await import("./icon-picker.tsx")).IconPicker,
}));

/** Dialog for a saved view: name, icon and filter. */
export function ViewDialog() {
  useLanguage();
  const edited = useUi((state) => state.editedView);
  const [last, setLast] = useState(edited);
  // Keeps showing the last view while the dialog fades out.
  if (edited !== null && edited !== last) setLast(edited);
  const name = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={edited !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setUi({ editedView: null });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup initialFocus={name} className="popover view-dialog">
          <DialogHead
            title={last?.id === null ? viewStrings.newView : viewStrings.editView}
            close={viewStrings.close}
          />
          {last !== null && (
            <ViewForm key={`${last.id} ${last.filter}`} edited={last} name={name} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ViewFormProps {
  readonly edited: EditedView;
  readonly name: React.RefObject<HTMLInputElement | null>;
}

function ViewForm({ edited, name }: ViewFormProps) {
  useLanguage();
  const goTo = useGoTo();
  const { save } = useViewActions();
  const [title, setTitle] = useState(edited.title);
  const [filter, setFilter] = useState(edited.filter);
  const [icon, setIcon] = useState<Icon | null>(edited.icon);
  const [refused, setRefused] = useState<string | null>(null);
  const problem = useFilterProblem(filter);
  const [nameId, filterId, problemId] = [useId(), useId(), useId()];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (title.trim() === "") {
      setRefused(viewStrings.needsName);
      name.current?.focus();
      return;
    }
    if (problem !== null) return;
    try {
      const id = await save(edited.id, { title: title.trim(), filter, icon });
      setUi({ editedView: null });
      useFeedback.getState().announce(viewStrings.saved(title.trim()));
      goTo({ view: "timeline", saved: id });
    } catch (error) {
      setRefused(describeError(error));
    }
  };

  return (
    <form className="view-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={nameId} className="text-small font-medium">
        {viewStrings.name}
      </label>
      <div className="flex items-center gap-2">
        <Suspense
          fallback={
            <span className="view-icon-button">
              <ViewIcon icon={icon} />
            </span>
          }
        >
          <IconPicker icon={icon} choose={setIcon} />
        </Suspense>
        <input
          ref={name}
          id={nameId}
          type="text"
          dir="auto"
          className="field"
          maxLength={256}
          value={title}
          onChange={(event) => {
            setTitle(event.target.value);
            setRefused(null);
          }}
        />
      </div>

      <span id={filterId} className="mt-2 text-small font-medium">
        {viewStrings.filter}
      </span>
      <CelField
        value={filter}
        problemAt={problem?.offset ?? null}
        describedBy={problem === null ? undefined : problemId}
        onChange={setFilter}
      />
      {problem !== null && (
        <p id={problemId} role="status" className="text-small text-danger">
          {problem.words}
        </p>
      )}
      {filter.trim() === "" && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-small text-text-3">{viewStrings.beginWith}</span>
          {templateNames.map((each) => (
            <button
              key={each}
              type="button"
              className="view-chip"
              onClick={() => {
                setFilter(viewTemplates[each].filter);
                setIcon((before) => before ?? viewTemplates[each].icon);
                if (title.trim() === "") setTitle(templateStrings[each]);
              }}
            >
              {templateStrings[each]}
            </button>
          ))}
        </div>
      )}
      <ConditionRow filter={filter} setFilter={setFilter} />
      <ViewPreview filter={filter} isWrong={problem !== null} />

      {refused !== null && (
        <p role="alert" className="text-small text-danger">
          {refused}
        </p>
      )}
      <div className="mt-2 flex items-center gap-2">
        <p className="me-auto text-meta text-text-3">{viewStrings.iconsHelp}</p>
        <Dialog.Close className="button">{viewStrings.cancel}</Dialog.Close>
        <button type="submit" className="button button-primary" disabled={problem !== null}>
          {viewStrings.save}
        </button>
      </div>
    </form>
  );
}

interface FilterProblem {
  /** Offset of the error in UTF-16 units. */
  readonly offset: number;
  /** Error and suggestion, as a sentence. */
  readonly words: string;
}

/** Returns the error of a filter by the host's rules; null if it is valid. */
function useFilterProblem(filter: string): FilterProblem | null {
  const language = useLanguage();
  return useMemo(() => {
    if (filter.trim() === "") return null;
    const checked = compileFilter(filter, { schema: memoFilterSchema, nowMs: Date.now() });
    if (checked.ok) return null;
    return {
      offset: checked.error.position.offset,
      words: describeFilterError(checked.error),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is said in the language
  }, [filter, language]);
}
