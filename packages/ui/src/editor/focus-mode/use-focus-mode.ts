import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { pressIn } from "../../commands/press.ts";
import { liftAbove } from "./lift-above.ts";

export interface FocusMode {
  readonly isOn: boolean;
  toggle(): void;
  /** Leaves focus mode; returns true if it was on. */
  leave(): boolean;
  /** Props of the element that fills the window. */
  readonly props: {
    ref(element: HTMLElement | null): void;
    readonly "data-focus-mode": true | undefined;
    onKeyDownCapture(event: KeyboardEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** Lets an editor fill the window with Ctrl+Shift+F, and makes everything else inert. */
export function useFocusMode(focusEditor: () => void): FocusMode {
  const element = useRef<HTMLElement>(null);
  const [isOn, setIsOn] = useState(false);
  const focus = useRef(focusEditor);
  focus.current = focusEditor;
  useLayoutEffect(() => {
    if (!isOn || element.current === null) return;
    const bringBack = liftAbove(element.current);
    focus.current();
    return () => {
      bringBack();
      focus.current();
    };
  }, [isOn]);
  const ref = useCallback((given: HTMLElement | null) => void (element.current = given), []);
  const toggle = (): void => setIsOn((before) => !before);
  return {
    isOn,
    toggle,
    leave() {
      setIsOn(false);
      return isOn;
    },
    props: {
      ref,
      "data-focus-mode": isOn || undefined,
      onKeyDownCapture(event) {
        if (event.nativeEvent.isComposing) return;
        if (!pressIn(["focusing"], event, { focusMode: toggle })) return;
        event.preventDefault();
        event.stopPropagation();
      },
      // Handles Escape on buttons; the editor handles it in the text.
      onKeyDown(event) {
        if (!isOn || event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        setIsOn(false);
      },
    },
  };
}
