import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NoticePage } from "./notice-page.tsx";

afterEach(cleanup);

test("A41g · a tab says that another version has the database, and offers to reload", () => {
  render(<NoticePage notice={{ type: "elsewhere" }} reload={() => undefined} />);
  expect(screen.getByRole("alert").textContent).toContain("Another version of Tidemark is open");
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
});

test("a tab whose database can't be opened shows the reason", () => {
  const notice = { type: "refused", message: "The file is damaged." } as const;
  render(<NoticePage notice={notice} reload={() => undefined} />);
  expect(screen.getByRole("heading").textContent).toBe("Tidemark can’t open your memos");
  expect(screen.getByText("The file is damaged.")).toBeDefined();
});

test("A40f · a tab whose database a newer version has opened offers to load that", () => {
  const reload = vi.fn<() => void>();
  render(<NoticePage notice={{ type: "outdated" }} reload={reload} />);
  expect(screen.getByRole("heading").textContent).toBe("A new version is ready");
  screen.getByRole("button", { name: "Reload" }).click();
  expect(reload).toHaveBeenCalledOnce();
});
