import { type ReactNode, useEffect } from "react";
import { useListKeys } from "../../keyboard/use-list-keys.ts";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";
import { MenuButton } from "./menu-button.tsx";

/** Screen with a title, without search and composer. */
export function PlainScreen(props: {
  readonly title: string;
  /** Tools at the end of the header. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const language = useLanguage();
  const { title } = props;
  useListKeys();
  useEffect(() => {
    document.title = timelineStrings.pageTitle(title);
  }, [title, language]);
  return (
    <div
      data-scroller
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:72px_32px]"
    >
      <main
        tabIndex={-1}
        className="memo-screen h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
      >
        <header className="screen-header sticky top-0 z-10 bg-canvas">
          <div className="flex h-14 items-center gap-3 px-4">
            <MenuButton />
            <h1 className="truncate text-title font-[620] tracking-[-0.014em]">{title}</h1>
            <div className="ms-auto flex flex-none items-center gap-2">{props.tools}</div>
          </div>
        </header>
        <div className="px-4 pb-16">{props.children}</div>
      </main>
    </div>
  );
}
