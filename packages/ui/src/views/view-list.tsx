import { Plus } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { setUi } from "../state/ui-state.ts";
import { viewStrings } from "./strings.ts";
import { type ShownView, useViewActions, useViews } from "./use-views.ts";
import { ViewRow } from "./view-row.tsx";

/** The user's views in the sidebar. */
export function ViewList({ onChosen }: { onChosen(): void }) {
  useLanguage();
  const views = useViews().data ?? none;
  const actions = useViewActions();
  const [dragged, setDragged] = useState<string | null>(null);
  /** Before which one what is dragged would go; "" is behind all. */
  const [target, setTarget] = useState<string | null>(null);

  const moveBy = (view: ShownView, step: 1 | -1): void => {
    const at = views.indexOf(view);
    const to = at + step;
    if (to < 0 || to >= views.length) return;
    // Behind the next one is before the one after that.
    actions.move(view.id, views[step === 1 ? to + 1 : to]?.id ?? null);
    useFeedback.getState().announce(viewStrings.movedTo(view.title, to + 1, views.length));
  };
  const over = (event: DragEvent, index: number): void => {
    if (dragged === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    const box = event.currentTarget.getBoundingClientRect();
    const isLower = event.clientY > box.top + box.height / 2;
    setTarget(views[isLower ? index + 1 : index]?.id ?? "");
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const before = target === "" ? null : target;
    if (dragged !== null && target !== null && dragged !== before) actions.move(dragged, before);
    setDragged(null);
    setTarget(null);
  };

  return (
    <section className="view-section">
      <div className="flex h-7 flex-none items-center ps-2.5">
        <h2 id="views-heading" className="text-meta font-semibold text-text-3">
          {viewStrings.heading}
        </h2>
        <button
          type="button"
          className="icon-button ms-auto size-7!"
          aria-label={viewStrings.newView}
          title={viewStrings.newView}
          onClick={() =>
            setUi({
              editedView: { id: null, title: "", filter: "", icon: null },
              isDrawerOpen: false,
            })
          }
        >
          <Plus size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <ul
        aria-labelledby="views-heading"
        className="view-rows"
        onDrop={drop}
        onDragEnd={() => {
          setDragged(null);
          setTarget(null);
        }}
      >
        {views.map((view, index) => (
          <li
            key={view.id}
            className="view-item"
            data-drop={target === view.id ? "before" : undefined}
            data-dragged={dragged === view.id ? "" : undefined}
            onDragOver={(event) => over(event, index)}
          >
            <ViewRow
              view={view}
              isFirst={index === 0}
              isLast={index === views.length - 1}
              actions={actions}
              moveBy={moveBy}
              drag={setDragged}
              onChosen={onChosen}
            />
          </li>
        ))}
        {target === "" && <li aria-hidden className="view-end" />}
      </ul>
    </section>
  );
}

const none: readonly ShownView[] = [];
