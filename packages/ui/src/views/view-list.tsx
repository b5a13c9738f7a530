import { Plus } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useViews } from "../data/queries.ts";
import { SectionHeading } from "./section-heading.tsx";
import { useLanguage } from "../language/language.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { setUi } from "../state/ui-state.ts";
import { viewListStrings } from "./list-strings.ts";
import { type ShownView, useViewActions } from "./use-view-actions.ts";
import { ViewRow } from "./view-row.tsx";

const ViewMenu = lazyComponent(async () => (await import("./view-menu.tsx")).ViewMenu);

/** Drop position: before this view, or at the end. */
type DropPlace = { readonly before: string | null } | null;

/** Saved views in the sidebar. */
export function ViewList({ onChosen }: { onChosen(): void }) {
  useLanguage();
  const views = useViews().data ?? none;
  const { move } = useViewActions();
  const [dragged, setDragged] = useState<string | null>(null);
  const [place, setPlace] = useState<DropPlace>(null);
  const [menu, setMenu] = useState<{ view: ShownView; anchor: HTMLElement } | null>(null);

  const over = (event: DragEvent, index: number): void => {
    if (dragged === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    const box = event.currentTarget.getBoundingClientRect();
    const isLower = event.clientY > box.top + box.height / 2;
    setPlace({ before: views[isLower ? index + 1 : index]?.id ?? null });
  };
  const end = (): void => {
    setDragged(null);
    setPlace(null);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (dragged !== null && place !== null && dragged !== place.before) move(dragged, place.before);
    end();
  };
  const markOf = (index: number): "before" | "behind" | undefined => {
    if (place === null) return undefined;
    if (place.before === views[index]?.id) return "before";
    return place.before === null && index === views.length - 1 ? "behind" : undefined;
  };

  return (
    <section className="view-section">
      <SectionHeading
        id="views-heading"
        title={viewListStrings.heading}
        action={viewListStrings.newView}
        icon={Plus}
        act={() => {
          const editedView = { id: null, title: "", filter: "", icon: null };
          setUi({ editedView, isDrawerOpen: false });
        }}
      />
      {views.length > 0 && (
        <ul aria-labelledby="views-heading" className="view-rows" onDrop={drop} onDragEnd={end}>
          {views.map((view, index) => (
            <li
              key={view.id}
              className="view-item"
              data-drop={markOf(index)}
              data-dragged={dragged === view.id || undefined}
              onDragOver={(event) => over(event, index)}
            >
              <ViewRow
                view={view}
                openMenu={(of, anchor) => setMenu({ view: of, anchor })}
                drag={setDragged}
                onChosen={onChosen}
              />
            </li>
          ))}
        </ul>
      )}
      <OpenedOnce isOpen={menu !== null}>
        <ViewMenu menu={menu} views={views} close={() => setMenu(null)} />
      </OpenedOnce>
    </section>
  );
}

const none: readonly ShownView[] = [];
