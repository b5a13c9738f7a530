import { afterEach, expect, test, vi } from "vitest";
import { typeIntoPopup } from "./open-part.ts";

afterEach(() => document.body.replaceChildren());

test.each(["dialog", "alertdialog", "menu", "listbox"])(
  "keys act at once in a %s that has the focus",
  async (role) => {
    const pressed = vi.fn();
    typeIntoPopup({ isWanted: () => true });
    document.body.innerHTML = `<div role="${role}"><button>Private</button></div>`;
    const row = document.querySelector("button")!;
    row.addEventListener("keydown", ({ key }) => pressed(key));
    row.focus();
    await vi.waitFor(() => {
      row.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
      expect(pressed).toHaveBeenCalledWith("ArrowDown");
    });
    row.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    expect(pressed).toHaveBeenLastCalledWith("Escape");
  },
);
