import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { AttachmentView } from "@tidemark/core/router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { AttachmentGrid } from "./attachment-grid.tsx";

function file(id: string, view: Partial<AttachmentView> = {}): AttachmentView {
  return {
    id,
    filename: `${id}.png`,
    type: "image/png",
    kind: "image",
    sizeBytes: 1000,
    width: null,
    height: null,
    durationSeconds: null,
    externalLink: "",
    isHere: true,
    hasSmall: false,
    isKept: null,
    ...view,
  };
}

function renderGrid(...files: AttachmentView[]) {
  return renderBelow("", ...files);
}

/** The files of a memo with a text. */
function renderBelow(content: string, ...files: AttachmentView[]) {
  const fetch = vi.fn<(input: { id: string }) => Promise<unknown>>();
  const setKept = vi.fn<(input: object) => Promise<void>>(async () => {});
  const calls = { fetch: { mutate: fetch }, setKept: { mutate: setKept } };
  const client = { attachments: calls } as unknown as TidemarkClient;
  const { container } = render(
    <ClientProvider value={client}>
      <AttachmentGrid files={files} content={content} isOwn={false} />
    </ClientProvider>,
  );
  return { container, fetch, setKept };
}

const names = () => screen.getAllByRole("button").map((button) => button.ariaLabel);

afterEach(cleanup);

describe("the files of a memo on its card", () => {
  test("none take no room", () => {
    expect(renderGrid().container.innerHTML).toBe("");
  });

  test("what the text shows is not shown again; what it cannot show or play is", () => {
    const text = (id: string) => `[x](/file/attachments/${id}/x)`;
    renderBelow(
      `!${text("shown")} ${text("linked")} \`${text("code")}\` !${text("away")} ${text("song")}`,
      ...[file("shown"), file("linked", { kind: "file" }), file("code")],
      ...[file("away", { isHere: false, hasSmall: true }), file("apart")],
      file("song", { filename: "song.ogg", kind: "audio", type: "audio/ogg" }),
    );
    expect(names()).toEqual(["Open code.png", "Open away.png", "Open apart.png", "Play song.ogg"]);
  });

  test("one picture keeps the place that its size says, within the card and 420 px", () => {
    renderGrid(file("wide", { width: 4000, height: 2000 }));
    expect(screen.getByRole("button").style).toMatchObject({
      width: "min(100%, 840px)",
      aspectRatio: "4000 / 2000",
      maxHeight: "420px",
    });
  });

  test("up to four pictures are each a button; of more the last says how many there are", () => {
    renderGrid(file("a"), file("b"), file("c"), file("d"));
    expect(names()).toEqual(["Open a.png", "Open b.png", "Open c.png", "Open d.png"]);
    cleanup();
    renderGrid(file("a"), file("b"), file("c"), file("d"), file("e"));
    expect(names()).toEqual(["Open a.png", "Open b.png", "Open c.png", "Show all 5 images"]);
    expect(screen.getByText("+1")).toBeTruthy();
  });

  test("the address of a file is written so that any name arrives whole", () => {
    const { container } = renderGrid(file("a", { filename: "50 % #1?.png" }));
    const source = container.querySelector("img")?.getAttribute("src");
    expect(source).toBe("/file/attachments/a/50%20%25%20%231%3F.png");
  });

  test("a picture that the browser cannot read is shown by its name", () => {
    const { container } = renderGrid(file("a"));
    fireEvent.error(container.querySelector("img") ?? container);
    expect(screen.getByText("a.png")).toBeTruthy();
  });

  test("what cannot be shown in place is a download, a link elsewhere is a link", () => {
    renderGrid(
      file("a", { filename: "a.svg", type: "image/svg+xml", kind: "file" }),
      file("b", { filename: "b", externalLink: "https://example.org/b", isHere: false }),
    );
    const [download, link] = screen.getAllByRole("link");
    expect(download?.getAttribute("download")).toBe("a.svg");
    expect(download?.ariaLabel).toBe("Download a.svg 1 kB");
    expect(link?.getAttribute("href")).toBe("https://example.org/b");
    expect(link?.getAttribute("rel")).toBe("noreferrer");
  });

  test("sound and film have players, named after their files", () => {
    const { container } = renderGrid(
      file("a", { filename: "a.mp3", type: "audio/mpeg", kind: "audio" }),
      file("b", { filename: "b.mp4", type: "video/mp4", kind: "video", width: 160, height: 90 }),
    );
    expect(names()).toContain("Play a.mp3");
    expect(container.querySelector("audio")?.getAttribute("src")).toBe("/file/attachments/a/a.mp3");
    expect(container.querySelector("video")?.style.aspectRatio).toBe("160 / 90");
  });

  test("what is not on this device is asked for, and a refusal is told in its words", async () => {
    const { fetch } = renderGrid(
      file("a", { isHere: false }),
      file("b", { filename: "b.pdf", type: "application/pdf", kind: "file", isHere: false }),
    );
    expect(names()).toEqual([
      "a.png. Not on this device. Download",
      "b.pdf 1 kB · Not on this device. Download",
    ]);
    expect(document.querySelector("img, a")).toBeNull();
    fetch.mockRejectedValue(new Error("away"));
    await act(async () => {
      for (const button of screen.getAllByRole("button")) fireEvent.click(button);
    });
    expect(fetch.mock.calls).toEqual([[{ id: "a" }], [{ id: "b" }]]);
    expect(useFeedback.getState().snackbars.at(-1)?.tone).toBe("danger");
  });

  test("of a picture that is not here the small version is shown, and opens", () => {
    const { container } = renderGrid(file("a", { isHere: false, hasSmall: true }));
    expect(names()).toEqual(["Open a.png"]);
    const source = container.querySelector("img")?.getAttribute("src");
    expect(source).toBe("/file/attachments/a/a.png?thumbnail=true");
  });

  test("with a server, each file can be kept on this device, and says whether it is", () => {
    const kept = { filename: "b.pdf", kind: "file", isHere: false, isKept: true } as const;
    const { setKept } = renderGrid(
      file("a", { filename: "a.pdf", kind: "file", isKept: false }),
      file("b", kept),
      file("c", { filename: "c.mp3", kind: "audio", isKept: false }),
    );
    const button = (name: string) =>
      screen.getByRole("button", { name: `Keep ${name} on this device` });
    expect(button("a.pdf").getAttribute("aria-pressed")).toBe("false");
    expect(button("b.pdf").getAttribute("aria-pressed")).toBe("true");
    for (const name of ["a.pdf", "b.pdf", "c.mp3"]) fireEvent.click(button(name));
    expect(setKept.mock.calls).toEqual([
      [{ ids: ["a"], isKept: true }],
      [{ ids: ["b"], isKept: false }],
      [{ ids: ["c"], isKept: true }],
    ]);
  });

  test("without a server there is nothing to keep: all of it stays", () => {
    renderGrid(file("a", { filename: "a.pdf", kind: "file", isKept: null }));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
