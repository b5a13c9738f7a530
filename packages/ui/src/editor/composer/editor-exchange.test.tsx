import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { EditorView } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderComposer } from "../../../tests/composer-host.tsx";
import { memoView } from "../../../tests/memo-view.ts";
import { focusComposer } from "../../focus/focus-composer.ts";
import * as editorLoading from "./load-editor.ts";

/** Import of the editor, resolved or rejected by the tests. */
let way: PromiseWithResolvers<editorLoading.EditorParts>;
let asked: number;

beforeEach(() => {
  way = Promise.withResolvers();
  asked = 0;
  vi.spyOn(editorLoading, "loadedEditor").mockReturnValue(null);
  vi.spyOn(editorLoading, "loadEditor").mockImplementation(() => {
    asked += 1;
    return way.promise;
  });
  vi.spyOn(editorLoading, "prefetchEditor").mockReturnValue(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Made {
  readonly content: string;
}

function openComposer(
  get: () => string | Promise<string> = () => "",
  before: (reading?: string) => string = () => "",
) {
  const drafts: string[] = [];
  const made: Made[] = [];
  renderComposer({
    drafts: {
      get: (key) => (key === "composer" ? get() : ""),
      set: (key, content, reading) => {
        if (key !== "composer") return "";
        drafts.push(content);
        return before(reading);
      },
    },
    memos: {
      create: {
        mutate: async ({ id, content }: { id: string; content: string }) => {
          made.push({ content });
          return memoView({ id, content });
        },
      },
    },
  });
  return { drafts, made };
}

const field = () => screen.getByRole("textbox", { name: "New memo" });

function plainField(): HTMLTextAreaElement {
  const found = field();
  if (!(found instanceof HTMLTextAreaElement)) throw new Error("the field is the editor already");
  return found;
}

/** Returns the editor that replaced the field; `null` while there is none. */
function editor(): EditorView | null {
  return EditorView.findFromDOM(field());
}

/** Types at the end, one key at a time. */
function type(keys: string): void {
  for (const key of keys) {
    const plain = plainField();
    plain.setRangeText(key, plain.selectionStart, plain.selectionEnd, "end");
    fireEvent.input(plain);
  }
}

async function bringEditor(): Promise<void> {
  const parts = await import("./editor-parts.ts");
  await act(async () => way.resolve(parts));
}

/** Waits until deferred tasks have run. */
async function afterTasks(): Promise<void> {
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
}

test("at rest shows a plain field with the editor's name, description and placeholder", async () => {
  openComposer();
  const plain = plainField();
  const said = [plain.ariaLabel, describedBy(plain), plain.placeholder];
  act(() => void focusComposer());
  await bringEditor();
  const content = field();
  expect(editor()).not.toBeNull();
  expect(said).toEqual([
    content.ariaLabel,
    describedBy(content),
    content.getAttribute("aria-placeholder"),
  ]);
  expect(said).not.toContain("");
});

function describedBy(element: HTMLElement): string {
  return document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
}

test("loads the editor when the field gets the focus, not before", async () => {
  openComposer();
  await afterTasks();
  expect(asked).toBe(0);
  act(() => void focusComposer());
  expect(asked).toBe(1);
});

test("moves text, selection and focus from the plain field into the editor", async () => {
  const { drafts } = openComposer();
  act(() => void focusComposer());
  type("milk and tea");
  plainField().setSelectionRange(5, 8, "backward");
  await waitFor(() => expect(drafts.at(-1)).toBe("milk and tea"));
  await bringEditor();
  const view = editor();
  expect(view?.state.doc.toString()).toBe("milk and tea");
  expect(view?.state.selection.main).toMatchObject({ anchor: 8, head: 5 });
  expect(document.activeElement).toBe(view?.contentDOM);
});

test("saves a draft from the first key, before the editor loads", async () => {
  const { drafts } = openComposer();
  act(() => void focusComposer());
  type("m");
  await waitFor(() => expect(drafts).toEqual(["m"]));
});

test("text typed before the draft was read is saved, and follows the draft once that is known", async () => {
  const stored = Promise.withResolvers<string>();
  const answer = Promise.withResolvers<void>();
  const readings: (string | undefined)[] = [];
  let reads = 0;
  const { drafts } = openComposer(
    () => {
      reads += 1;
      return reads === 1 ? stored.promise : "milk\n\ntea";
    },
    (reading) => {
      readings.push(reading);
      answer.resolve();
      return reading === undefined ? "" : "milk";
    },
  );
  act(() => void focusComposer());
  type("tea");
  await act(() => answer.promise);
  expect(drafts).toEqual(["tea"]);
  await waitFor(() => expect(plainField().value).toBe("milk\n\ntea"));
  expect(plainField().selectionStart).toBe("milk\n\ntea".length);
  // The answer of the reading itself comes last, and may contain what was saved.
  await act(async () => stored.resolve("milk\n\ntea"));
  await waitFor(() => expect(drafts.at(-1)).toBe("milk\n\ntea"));
  expect(plainField().value).toBe("milk\n\ntea");
  expect(readings[0]).toBeTypeOf("string");
  expect(readings.at(-1)).toBeUndefined();
});

test("a draft that is read while the first text is typed stays before it", async () => {
  const stored = Promise.withResolvers<string>();
  const { drafts } = openComposer(() => stored.promise);
  act(() => void focusComposer());
  type("t");
  await act(async () => stored.resolve("milk"));
  await waitFor(() => expect(plainField().value).toBe("milk\n\nt"));
  type("ea");
  await waitFor(() => expect(drafts.at(-1)).toBe("milk\n\ntea"));
});

test("a draft waits for the end of a composition, and is saved before the text all the same", async () => {
  const stored = Promise.withResolvers<string>();
  openComposer(() => stored.promise);
  act(() => void focusComposer());
  fireEvent.compositionStart(plainField());
  type("tea");
  await act(async () => stored.resolve("milk"));
  await afterTasks();
  expect(plainField().value).toBe("tea");
  fireEvent.compositionEnd(plainField());
  await waitFor(() => expect(plainField().value).toBe("milk\n\ntea"));
});

test("doesn't take the focus if the user has left the field", async () => {
  openComposer();
  act(() => void focusComposer());
  type("milk");
  act(() => plainField().blur());
  await bringEditor();
  expect(editor()?.state.doc.toString()).toBe("milk");
  expect(document.activeElement).toBe(document.body);
});

test("saves from the plain field on Ctrl+Enter, then empties and focuses it", async () => {
  const { made } = openComposer();
  act(() => void focusComposer());
  type("milk");
  fireEvent.keyDown(plainField(), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(made).toEqual([{ content: "milk" }]));
  expect(plainField().value).toBe("");
  expect(document.activeElement).toBe(plainField());
});

test("keeps the plain field if the editor fails to load, and tries again later", async () => {
  const { made } = openComposer();
  act(() => void focusComposer());
  await act(async () => way.reject(new Error("no such file")));
  type("milk");
  fireEvent.keyDown(plainField(), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(made).toEqual([{ content: "milk" }]));
  await act(async () => plainField().blur());
  way = Promise.withResolvers();
  act(() => void focusComposer());
  expect(asked).toBe(2);
  await bringEditor();
  expect(editor()).not.toBeNull();
});

describe("the field is not replaced", () => {
  test("during a composition, but after it, with the composed text", async () => {
    openComposer();
    act(() => void focusComposer());
    const plain = plainField();
    fireEvent.compositionStart(plain);
    type("に");
    await bringEditor();
    await afterTasks();
    expect(plainField()).toBe(plain);
    type("ほん");
    fireEvent.compositionEnd(plain);
    expect(plainField()).toBe(plain);
    await afterTasks();
    expect(editor()?.state.doc.toString()).toBe("にほん");
    expect(document.activeElement).toBe(editor()?.contentDOM);
  });

  test("between two compositions in immediate succession", async () => {
    openComposer();
    act(() => void focusComposer());
    const plain = plainField();
    fireEvent.compositionStart(plain);
    await bringEditor();
    type("日");
    fireEvent.compositionEnd(plain);
    fireEvent.compositionStart(plain);
    await afterTasks();
    expect(plainField()).toBe(plain);
    type("本");
    fireEvent.compositionEnd(plain);
    await afterTasks();
    expect(editor()?.state.doc.toString()).toBe("日本");
  });

  test("while a pointer button is down, but after its click", async () => {
    openComposer();
    fireEvent.pointerDown(plainField());
    act(() => plainField().focus());
    type("milk");
    await bringEditor();
    await afterTasks();
    const plain = plainField();
    fireEvent.pointerUp(plain);
    expect(plainField()).toBe(plain);
    await afterTasks();
    expect(editor()?.state.doc.toString()).toBe("milk");
  });
});
