import type { EditorView } from "@codemirror/view";
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { composerExtensions, MarkdownEditor } from "./editor-parts.ts";

// jsdom has no layout, which scrolling to the caret reads.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

test("a page pasted before the writing help is loaded keeps its formatting", async () => {
  const view: { current: EditorView | null } = { current: null };
  render(
    <MarkdownEditor
      label="New memo"
      placeholder=""
      content=""
      extensions={composerExtensions}
      view={view}
      assist={() => new Promise(() => undefined)}
      onSubmit={() => undefined}
      onLeave={() => undefined}
    />,
  );
  const event = new Event("paste", { bubbles: true, cancelable: true });
  const getData = (type: string): string =>
    type === "text/html" ? "<b>low</b> water" : "low water";
  Object.defineProperty(event, "clipboardData", { value: { getData, types: ["text/html"] } });
  view.current?.contentDOM.dispatchEvent(event);
  await vi.waitFor(() => expect(view.current?.state.doc.toString()).toBe("**low** water"));
});
