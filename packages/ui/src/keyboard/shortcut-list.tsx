import { useLanguage } from "../language/language.ts";
import { isTyped, shortcutSections } from "../commands/commands.ts";
import { useKeysHere } from "../keys/shown-keys.ts";
import { commandNames, sectionTitles } from "./strings.ts";

/** List of keyboard shortcuts, by section. */
export function ShortcutList() {
  useLanguage();
  const here = useKeysHere();
  return (
    <div className="mt-3 gap-8 rail:columns-2">
      {shortcutSections.map(({ title, rows }) => (
        <section key={title} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-meta font-semibold text-text-3">{sectionTitles[title]}</h3>
          <dl>
            {rows.map(([id, keys]) => (
              <div key={id} className="flex min-h-7 items-center justify-between gap-3">
                <dt>{commandNames[id]}</dt>
                <dd className="flex flex-none items-center gap-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-[4px] border border-border bg-sunken px-1.5 font-sans text-meta text-text-2"
                    >
                      {isTyped(id) ? key : here(key)}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
