import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { type HostConnection, HostProvider, type HostState } from "./host-connection.ts";
import { useRefuseWhileAway } from "./use-refuse-while-away.ts";

function Watching() {
  useRefuseWhileAway();
  return null;
}

let state: HostState = "up";
let wasUp = true;
const host: HostConnection = {
  get state() {
    return state;
  },
  get wasUp() {
    return wasUp;
  },
  watch: () => () => {},
};

beforeEach(() => {
  state = "up";
  wasUp = true;
  useFeedback.setState({ snackbars: [] });
  setUi({ editingId: null, taggingId: null, sharingId: null, history: null });
  render(
    <HostProvider value={host}>
      <Watching />
    </HostProvider>,
  );
});
afterEach(cleanup);

const said = (): string[] => useFeedback.getState().snackbars.map(({ text }) => text);
const unanswered = "Tidemark didn’t respond. Your text is still here. Try again.";

test.each([
  ["its editor", { editingId: "a" }],
  ["its tags", { taggingId: "a" }],
  ["its links", { sharingId: "a" }],
  ["its history", { history: { id: "a", isAtMerge: false } }],
])("a memo doesn't open %s while the host is away, and a message says so", (_name, opened) => {
  state = "away";
  setUi({ ...opened, activeId: "a" });
  expect(useUi.getState()).toMatchObject({
    editingId: null,
    taggingId: null,
    sharingId: null,
    history: null,
    activeId: "a",
  });
  expect(said()).toEqual([unanswered]);
});

test("an editor opens while the app starts, because it waits for the host like the page", () => {
  state = "restarting";
  wasUp = false;
  setUi({ editingId: "a" });
  expect(useUi.getState().editingId).toBe("a");
  expect(said()).toEqual([]);
});

test("an open editor stays, closes silently, and isn't replaced", () => {
  setUi({ editingId: "a" });
  state = "restarting";
  setUi({ activeId: "a" });
  expect(said()).toEqual([]);
  setUi({ editingId: "b" });
  expect(useUi.getState().editingId).toBe("a");
  expect(said()).toEqual([unanswered]);
  setUi({ editingId: null });
  expect(useUi.getState().editingId).toBeNull();
  expect(said()).toHaveLength(1);
});

test("everything opens while the host is up", () => {
  setUi({ taggingId: "a" });
  expect(useUi.getState().taggingId).toBe("a");
  expect(said()).toEqual([]);
});
