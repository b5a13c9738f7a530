import { Tabs } from "@base-ui/react/tabs";
import type { LibraryKind } from "@tidemark/core/router";
import { useEffect } from "react";
import { useLanguage } from "../language/language.ts";
import { MenuButton } from "../timeline/screen/menu-button.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { frameLibraryStrings } from "../state/library-words.ts";
import { useGoToLibrary, useLibraryAddress } from "../state/library-address.ts";
import { LibraryFiles } from "./library-files.tsx";
import { useLateRemoval } from "./late-removal.ts";
import { NameSearch } from "./name-search.tsx";
import { libraryStrings } from "./strings.ts";
import { useLibrarySizes } from "./use-library.ts";

const kinds = ["media", "audio", "documents", "unused"] as const;

/** Screen with all files of the user, whatever memo they are on. */
export function LibraryScreen() {
  const language = useLanguage();
  const address = useLibraryAddress();
  const goTo = useGoToLibrary();
  const sizes = useLibrarySizes();
  const removal = useLateRemoval();
  const title = frameLibraryStrings.library;
  useEffect(() => {
    document.title = timelineStrings.pageTitle(title);
  }, [language, title]);
  const leaving = removal.leaving.reduce((sum, { ids }) => sum + ids.length, 0);
  const countOf = (kind: LibraryKind): number =>
    (sizes?.[kind].count ?? 0) - (kind === "unused" ? leaving : 0);
  return (
    <Tabs.Root
      className="flex h-full min-w-0 grow"
      value={address.kind}
      onValueChange={(kind: LibraryKind) => goTo({ ...address, kind })}
    >
      <LibraryFiles
        address={address}
        sizes={sizes}
        removal={removal}
        header={
          <header className="screen-header sticky top-0 z-10 bg-canvas">
            <div className="flex h-14 items-center gap-3 px-4">
              <MenuButton />
              <h1 className="text-title font-[620] tracking-[-0.014em] truncate max-[359px]:sr-only">
                {title}
              </h1>
              <NameSearch
                value={address.name}
                type={(name) => goTo({ ...address, name }, { replace: true })}
              />
            </div>
            <Tabs.List aria-label={libraryStrings.parts} className="library-tabs" activateOnFocus>
              {kinds.map((kind) => (
                <Tabs.Tab key={kind} value={kind} className="library-tab">
                  {libraryStrings.kinds[kind]}
                  {countOf(kind) > 0 && (
                    <span aria-hidden className="library-count">
                      {countOf(kind)}
                      {kind === "unused" && sizes?.unused.isMore === true && "+"}
                    </span>
                  )}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </header>
        }
      />
    </Tabs.Root>
  );
}
