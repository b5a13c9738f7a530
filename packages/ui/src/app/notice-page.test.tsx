import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { NoticePage } from "./notice-page.tsx";

afterEach(cleanup);

test("a tab that isn't the first says so, and offers to reload", () => {
  render(<NoticePage notice={{ type: "elsewhere" }} />);
  expect(screen.getByRole("alert").textContent).toContain("Tidemark is open in another tab");
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
});

test("a tab whose database can't be opened shows the reason", () => {
  render(<NoticePage notice={{ type: "refused", message: "The file is damaged." }} />);
  expect(screen.getByRole("heading").textContent).toBe("Tidemark can’t open your memos");
  expect(screen.getByText("The file is damaged.")).toBeDefined();
});
