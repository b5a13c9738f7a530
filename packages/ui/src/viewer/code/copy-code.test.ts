import { afterEach, describe, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { renderBody } from "../../timeline/card/render-body.ts";
import { copyCode } from "./copy-code.ts";

function button(): Element {
  const body = document.createElement("div");
  body.innerHTML = renderBody("```js\na  b\nc\n```\n\n```\nother\n```", ["b"], false);
  return body.querySelector("button")!;
}

afterEach(() => {
  vi.unstubAllGlobals();
  useFeedback.setState({ snackbars: [] });
});

const said = () => useFeedback.getState().snackbars.map(({ text, tone }) => `${tone}: ${text}`);

describe("Copy code", () => {
  test("copies exactly the code of its block, without the last line break", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(copyCode(button())).toBe(true);
    expect(writeText).toHaveBeenCalledExactlyOnceWith("a  b\nc");
    await vi.waitFor(() => expect(said()).toEqual(["plain: Copied"]));
  });

  test("reports a refusal of the clipboard", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
    copyCode(button());
    await vi.waitFor(() => expect(said()).toEqual(["danger: Couldn’t copy the code."]));
  });

  test("ignores other clicks", () => {
    expect(copyCode(button().parentElement!)).toBe(false);
  });
});
