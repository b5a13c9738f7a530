import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { retag, undoRetag } from "@tidemark/core/markdown";
import type { RetaggedView } from "@tidemark/core/router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { TagEditor } from "./tag-editor.tsx";

afterEach(cleanup);
beforeEach(() => {
  useFeedback.setState({ snackbars: [], undoable: [] });
  // jsdom doesn't implement scrolling.
  Element.prototype.scrollIntoView = vi.fn();
});

interface Undone {
  readonly memos: readonly { readonly seenIn: string; readonly steps: RetaggedView["steps"] }[];
}

/** Opens the editor over a host with a single memo text. */
function openEditor(tags: readonly string[], content = tags.map((tag) => `#${tag}`).join(" ")) {
  let text = content;
  const client = {
    memos: {
      retag: {
        mutate: async (change: { add: readonly string[]; remove: readonly string[] }) => {
          const done = retag(text, change);
          if (done === null) throw new Error("no place");
          text = done.content;
          return [{ memo: memoView({ content: text }), steps: done.steps }];
        },
      },
      undoRetag: {
        mutate: async ({ memos: [memo] }: Undone) => {
          if (memo !== undefined) text = undoRetag(text, memo.seenIn, memo.steps);
          return [memoView({ content: text })];
        },
      },
    },
  } as unknown as TidemarkClient;
  const known = [
    { tag: "work", count: 9 },
    { tag: "boat", count: 3 },
    { tag: "boat/winter", count: 2 },
  ];
  function Editor() {
    const field = useRef<HTMLInputElement>(null);
    return <TagEditor ids={["m1"]} tags={tags} known={known} field={field} />;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <Editor />
      </ClientProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Add a tag" });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const press = (key: string, held = {}) => fireEvent.keyDown(field, { key, ...held });
  return { field, type, press, text: () => text };
}

const offers = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const said = () => useFeedback.getState().snackbars.map(({ text }) => text);

test("Enter adds the typed tag, even a new one, and undo removes it", async () => {
  const { field, type, press, text } = openEditor([], "Sail");
  type(" #bo ");
  expect(offers()).toEqual(["New tag #bo", "#boat3", "#boat/winter2"]);
  press("Enter");
  await waitFor(() => expect(said()).toEqual(["Tagged #bo"]));
  expect(text()).toBe("Sail\n\n#bo");
  expect(field.value).toBe("");
  useFeedback.getState().undo();
  await waitFor(() => expect(text()).toBe("Sail"));
});

test("arrow keys cycle through the suggestions, and Enter adds the active one", async () => {
  const { field, type, press, text } = openEditor(["sea"]);
  press("ArrowUp");
  const active = () =>
    document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;
  expect(active()).toBe("#boat/winter2");
  press("ArrowDown");
  expect(active()).toBe("#work9");
  type("boat/");
  expect(active()).toBeUndefined();
  press("ArrowDown");
  press("Enter");
  await waitFor(() => expect(text()).toBe("#sea #boat/winter"));
});

test("a click on a suggestion adds it, and the field keeps the focus", async () => {
  const { field, text } = openEditor([], "Sail");
  field.focus();
  const option = screen.getByRole("option", { name: /work/ });
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  await waitFor(() => expect(text()).toBe("Sail\n\n#work"));
});

test("Backspace marks the last tag, then removes it; any other key unmarks it", async () => {
  const { press, text } = openEditor(["sea", "boat"]);
  const marked = () => document.querySelector("[data-marked]")?.textContent;
  press("Backspace");
  expect(marked()).toBe("#boat");
  expect(useFeedback.getState().announcement.text).toBe("Press Backspace again to remove #boat");
  press("Shift");
  expect(marked()).toBeUndefined();
  press("Backspace");
  expect(text()).toBe("#sea #boat");
  press("Backspace");
  await waitFor(() => expect(said()).toEqual(["#boat removed"]));
  expect(text()).toBe("#sea");
  press("z", { ctrlKey: true });
  await waitFor(() => expect(text()).toBe("#sea #boat"));
});

test("a tag's button removes it and focuses the field", async () => {
  const { field, text } = openEditor(["sea", "boat"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove #sea" }));
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(text()).toBe("#boat"));
});

test.each([
  ["", "Type a tag first."],
  ["the boat", "Tags can’t contain spaces. Use - or _ instead."],
  ["boat/", "Use / between two names, as in boat/winter."],
  ["boat!", "Tags can’t contain !."],
  ["a".repeat(101), "Tags can have up to 100 characters."],
  ["sea", "This memo already has #sea."],
])("%j isn't added, and a message says why", (typed, words) => {
  const { field, type, press, text } = openEditor(["sea"]);
  type(typed);
  press("Enter");
  expect(screen.getByRole("alert").textContent).toBe(words);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(text()).toBe("#sea");
  type("wave");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("keys pressed during IME composition are ignored", () => {
  const { field, type, text } = openEditor([], "Sail");
  type("ふね");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(text()).toBe("Sail");
  expect(field.value).toBe("ふね");
});
