import { history, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { picturePlacing } from "../files/files-at-caret.ts";
import { pasteAsMarkdown } from "./paste-markdown.ts";
import { pasteStrings } from "./strings.ts";

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

// jsdom has no layout, which scrolling to the caret reads.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));

function editor(doc: string) {
  const placed: [name: string, at: number][] = [];
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: [
        history(),
        pasteAsMarkdown,
        picturePlacing.of((_view, pictures) => {
          for (const { file, at } of pictures) placed.push([file.name, at]);
        }),
      ],
    }),
  });
  onTestFinished(() => view.destroy());
  return { view, placed, text: () => view.state.doc.toString() };
}

function paste(view: EditorView, html: string, plain: string): void {
  const data = new Map([
    ["text/html", html],
    ["text/plain", plain],
  ]);
  const event = new Event("paste", { bubbles: true, cancelable: true });
  const clipboardData = {
    getData: (type: string) => data.get(type) ?? "",
    types: [...data.keys()],
  };
  Object.defineProperty(event, "clipboardData", { value: clipboardData });
  view.contentDOM.dispatchEvent(event);
}

test("pictures of a page are attached at their places", async () => {
  const { view, placed, text } = editor("see ");
  paste(view, `<b>a</b> <img src="${png}" alt="chart"> c`, "a c");
  await vi.waitFor(() => expect(text()).toBe("see **a**  c"));
  expect(placed).toEqual([["chart.png", 10]]);
  expect(useFeedback.getState().snackbars).toEqual([]);
});

test("pictures that can't be attached yet are reported", async () => {
  const view = new EditorView({ parent: document.body, extensions: pasteAsMarkdown });
  onTestFinished(() => view.destroy());
  paste(view, `<b>a</b> <img src="${png}" alt="chart"> c`, "a c");
  await vi.waitFor(() => expect(view.state.doc.toString()).toBe("**a**  c"));
  expect(useFeedback.getState().snackbars).toMatchObject([{ text: pasteStrings.partial }]);
});

test("a page that isn't pasted whole can become its plain text, in one step", async () => {
  const { view, text } = editor("see ");
  paste(view, '<b>a</b> <video src="https://a.org"></video> c', "a c");
  await vi.waitFor(() => expect(text()).toBe("see **a** c"));
  view.dispatch({ changes: { from: text().length, insert: "!" }, userEvent: "input.type" });
  const [message] = useFeedback.getState().snackbars;
  expect(message).toMatchObject({ text: pasteStrings.partial, undoLabel: pasteStrings.asPlain });
  useFeedback.getState().undo(message?.id);
  expect(text()).toBe("see a c!");
  undo(view);
  expect(text()).toBe("see **a** c!");
});

test("a page that is too large is pasted as plain text, with a message", async () => {
  const { view, text } = editor("");
  paste(view, `<b>a</b>${"<i>".repeat(2_000)}`, "a");
  await vi.waitFor(() => expect(text()).toBe("a"));
  expect(useFeedback.getState().snackbars).toMatchObject([
    { text: pasteStrings.tooLarge, undo: null },
  ]);
});

test("text typed while a page is being converted stays, after the page", async () => {
  const { view, text } = editor("");
  paste(view, "<b>a</b>", "a");
  view.dispatch({
    changes: { from: 0, insert: "typed" },
    selection: { anchor: 5 },
    userEvent: "input.type",
  });
  await vi.waitFor(() => expect(text()).toBe("**a**typed"));
});
