import { useNavigate } from "@tanstack/react-router";
import { SquareArrowOutUpRight, X } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef } from "react";
import { useRefuseWhileAway } from "../data/use-refuse-while-away.ts";
import { useChangeFeed } from "../data/watch-changes.ts";
import { Composer } from "../editor/composer/composer.tsx";
import type { ComposerHandle } from "../editor/composer/use-composer.ts";
import { editorStrings } from "../editor/strings.ts";
import { LiveRegion } from "../feedback/live-region.tsx";
import { Snackbars } from "../feedback/snackbars.tsx";
import { focusComposer } from "../focus/focus-composer.ts";
import { Dialogs } from "../frame/dialogs.tsx";
import { savedElsewhereKey } from "../memo/lately-written.ts";
import { pressedKeys } from "../keys/pressed-keys.ts";
import { useLanguage } from "../language/language.ts";
import { askShell, useShell } from "../shell/shell.ts";
import { CopiedLink } from "./copied-link.tsx";
import { captureStrings } from "./strings.ts";
import { useCaptured } from "./use-captured.ts";
import { useTray } from "./use-tray.ts";

/** Maximum window height, in pixels; popups over the page need all of it. */
const tallest = 420;

/** Popups that a low window would cut off. */
const floating =
  '.cm-tooltip, [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]';

/** A separate draft: the main window may be open too. */
const captureDraft = "capture";

/** Screen of the capture window, which opens over other apps: only a composer. */
export function CaptureScreen() {
  const language = useLanguage();
  useChangeFeed();
  useRefuseWhileAway();
  const navigate = useNavigate();
  const hasShell = useShell((state) => state.state !== null);
  const composer = useRef<ComposerHandle>(null);
  const content = useRef<HTMLDivElement>(null);
  /** True if the memo is to be shown in the main window once it is saved. */
  const opens = useRef(false);
  const isTaking = useCaptured(captureDraft);
  useFittingHeight(content);
  useTray();

  const hide = (): void => {
    if (hasShell) askShell({ type: "hide-capture" });
    else void navigate({ to: "/" });
  };
  const open = (id: string | null): void => {
    opens.current = false;
    if (hasShell) askShell({ type: "open-memo", id });
    else if (id === null) void navigate({ to: "/" });
    else void navigate({ to: "/m/$id", params: { id } });
  };
  const openInMain = (): void => {
    if (composer.current === null || composer.current.isEmpty) return open(null);
    opens.current = true;
    composer.current.save();
  };

  useEffect(() => {
    document.title = `${captureStrings.title} - Tidemark`;
  }, [language]);

  useEffect(() => {
    if (isTaking) return;
    const focus = (): void => void focusComposer();
    focus();
    window.addEventListener("focus", focus);
    return () => window.removeEventListener("focus", focus);
  }, [isTaking]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const keys = pressedKeys(event);
      if (keys.includes("Ctrl+O")) openInMain();
      // A browser would open a new window.
      else if (keys.includes("Ctrl+N")) focusComposer();
      else if (keys.includes("Esc")) hide();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  return (
    <main className="capture">
      <div ref={content} className="capture-sheet">
        <header className="capture-bar">
          <h1>{captureStrings.title}</h1>
          <button
            type="button"
            className="icon-button"
            aria-label={captureStrings.openInMain}
            title={editorStrings.withKeys(captureStrings.openInMain, "Ctrl+O")}
            onClick={openInMain}
          >
            <SquareArrowOutUpRight size={16} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={captureStrings.hide}
            title={editorStrings.withKeys(captureStrings.hide, "Esc")}
            onClick={hide}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </header>
        <CopiedLink />
        {!isTaking && (
          <Composer
            ref={composer}
            draftKey={captureDraft}
            onSaved={(id) => {
              if (opens.current) return open(id);
              // A storage event needs a value that differs from the last one.
              localStorage.setItem(savedElsewhereKey, id);
              hide();
            }}
            onLeave={hide}
          />
        )}
        <p className="capture-keys">{captureStrings.keys}</p>
      </div>
      <Snackbars />
      <LiveRegion />
      <Suspense>
        <Dialogs />
      </Suspense>
    </main>
  );
}

/** Fits the height of the window to its content. */
function useFittingHeight(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    let asked = 0;
    const fit = (): void => {
      const isCovered = document.querySelector(floating) !== null;
      const height = isCovered ? tallest : Math.ceil(element.getBoundingClientRect().height);
      if (height === asked) return;
      asked = height;
      askShell({ type: "capture-height", height });
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(element);
    const parts = new MutationObserver(fit);
    parts.observe(document.body, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [content]);
}
