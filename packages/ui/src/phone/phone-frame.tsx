import { Suspense, useEffect } from "react";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { closeByBack } from "./close-by-back.ts";
import { openComposerInSheet } from "./compose.ts";
import { followKeyboard } from "./follow-keyboard.ts";
import { Gestures } from "./gestures.tsx";
import { holdBar } from "./hold-bar.ts";

const ComposerSheet = lazyComponent(
  async () => (await import("./composer-sheet.tsx")).ComposerSheet,
);

/** Parts around every screen of a phone: the bar at the bottom, the composer's sheet, and gestures. */
export function PhoneFrame() {
  useEffect(() => followKeyboard(window), []);
  useEffect(() => holdBar(document), []);
  useEffect(() => closeByBack(window), []);
  useEffect(openComposerInSheet, []);
  return (
    <>
      <BottomBar />
      <Gestures />
      <Suspense>
        <ComposerSheet />
      </Suspense>
    </>
  );
}
