import { autocompletion, completionStatus, startCompletion } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { expect, onTestFinished, test, vi } from "vitest";
import { tabAccepts } from "./tab-accepts.ts";

function open(doc: string): EditorView {
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: [
        autocompletion({
          override: [() => ({ from: 0, options: [{ label: "#boat/engine " }], filter: false })],
          interactionDelay: 0,
        }),
        tabAccepts,
      ],
    }),
  });
  onTestFinished(() => view.destroy());
  return view;
}

const press = (view: EditorView): boolean =>
  runScopeHandlers(view, new KeyboardEvent("keydown", { key: "Tab" }), "editor");

test("Tab accepts the offered completion", async () => {
  const view = open("#boat");
  startCompletion(view);
  await vi.waitUntil(() => completionStatus(view.state) === "active");
  expect(press(view)).toBe(true);
  expect(view.state.doc.toString()).toBe("#boat/engine ");
});

test("Tab keeps its usual function if nothing is offered", () => {
  const view = open("#boat");
  expect(press(view)).toBe(false);
  expect(view.state.doc.toString()).toBe("#boat");
});
