import { beforeEach, describe, expect, test } from "vitest";
import { useFeedback } from "../feedback/feedback.ts";
import { onceClosed } from "./late-removal.ts";

/** Shows the message, and records if its action ran or was undone. */
function announce() {
  const heard = { acted: 0, isTakenBack: false };
  useFeedback.getState().say("1 file will be deleted", async () => {
    heard.isTakenBack = true;
  });
  const finish = onceClosed(
    () => {
      heard.acted += 1;
    },
    () => heard.isTakenBack,
  );
  const { id } = useFeedback.getState().snackbars.at(-1)!;
  return { heard, finish, id };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));

describe("an action that runs when its message closes", () => {
  test("waits for that, runs once, and can't be undone from then on", async () => {
    const { heard, finish, id } = announce();
    useFeedback.getState().say("something else");
    await turn();
    expect(heard.acted).toBe(0);
    useFeedback.getState().dismiss(id);
    await turn();
    finish();
    expect(heard.acted).toBe(1);
    expect(useFeedback.getState().undoable).toEqual([]);
    useFeedback.getState().undo();
    expect(heard.isTakenBack).toBe(false);
  });

  test("never runs once it was undone", async () => {
    const { heard, finish, id } = announce();
    useFeedback.getState().undo(id);
    await turn();
    finish();
    expect(heard).toEqual({ acted: 0, isTakenBack: true });
  });

  test("runs at once when the user leaves, and closes its message", () => {
    const { heard, finish } = announce();
    finish();
    expect(heard.acted).toBe(1);
    expect(useFeedback.getState().snackbars).toEqual([]);
  });

  test("runs when newer messages displace its own", async () => {
    const { heard } = announce();
    for (const n of [1, 2, 3]) useFeedback.getState().say(`message ${n}`);
    await turn();
    expect(heard.acted).toBe(1);
  });
});
