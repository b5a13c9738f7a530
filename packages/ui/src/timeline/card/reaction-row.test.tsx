import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { MemoView } from "@tidemark/core/router";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { ReactionRow } from "./reaction-row.tsx";

// The picker is loaded on demand.
beforeAll(() => import("./reaction-picker.tsx"));
afterEach(cleanup);

const thumb = { type: "👍", count: 3, isOwn: true, others: ["bob"] };
const party = { type: "🎉", count: 1, isOwn: false, others: ["bob"] };

function show(memo: Partial<MemoView>, isOffered = false) {
  const setReaction = vi.fn();
  const { container } = render(
    <ReactionRow memo={memoView(memo)} actions={{ setReaction }} isOffered={isOffered} />,
  );
  return { setReaction, container };
}

const named = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the reactions to a memo", () => {
  test("are counted, mark the user's own as pressed, and name the others", () => {
    show({ reactions: [thumb, party] });
    expect(named("👍, 3").ariaPressed).toBe("true");
    expect(named("👍, 3").title).toBe("You, bob, 1 more");
    expect(named("🎉, 1").ariaPressed).toBe("false");
    expect(named("🎉, 1").title).toBe("bob");
  });

  test("can be added and removed", () => {
    const { setReaction } = show({ id: "m7", reactions: [thumb, party] });
    fireEvent.click(named("👍, 3"));
    fireEvent.click(named("🎉, 1"));
    expect(setReaction.mock.calls).toEqual([
      ["m7", "👍", false],
      ["m7", "🎉", true],
    ]);
  });

  test("render nothing for a memo without reactions unless they are offered", async () => {
    expect(show({}).container.childElementCount).toBe(0);
    cleanup();
    show({}, true);
    expect(await screen.findByRole("button", { name: "Add reaction" })).toBeDefined();
  });

  test("are read-only in the trash", () => {
    show({ deletedMs: 1, reactions: [thumb] }, true);
    expect(named("👍, 3").disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Add reaction" })).toBeNull();
  });
});
