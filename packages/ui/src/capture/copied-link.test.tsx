import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useShell } from "../shell/shell.ts";
import { CopiedLink } from "./copied-link.tsx";

afterEach(() => {
  cleanup();
  useShell.setState({ copiedLink: null, captured: [] });
});

test("a copied link is offered by its host, and added to the captured texts on a click", () => {
  useShell.setState({
    copiedLink: "https://example.org/tides?day=6",
    captured: [{ text: "first" }],
  });
  render(<CopiedLink />);
  const offer = screen.getByRole("button", { name: "Paste the link to example.org?" });
  expect(offer.title).toBe("https://example.org/tides?day=6");
  expect(useShell.getState().captured).toHaveLength(1);
  fireEvent.click(offer);
  expect(useShell.getState().captured).toEqual([
    { text: "first" },
    { text: "https://example.org/tides?day=6" },
  ]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("without a copied link nothing is offered", () => {
  const { container } = render(<CopiedLink />);
  expect(container.childElementCount).toBe(0);
});
