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

/** Renders the files of a memo with a text. */
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
  test("take no room if there are none", () => {
    expect(renderGrid().container.innerHTML).toBe("");
  });

  test("leave out those that the text shows, but not those that it can't show or play", () => {
    const text = (id: string) => `[x](/file/attachments/${id}/x)`;
    renderBelow(
      `!${text("shown")} ${text("linked")} \`${text("code")}\` !${text("away")} ${text("song")}`,
      ...[file("shown"), file("linked", { kind: "file" }), file("code")],
      ...[file("away", { isHere: false, hasSmall: true }), file("apart")],
      file("song", { filename: "song.ogg", kind: "audio", type: "audio/ogg" }),
    );
    expect(names()).toEqual(["Open code.png", "Open away.png", "Open apart.png", "Play song.ogg"]);
  });

  test("reserve the size of a single image, within the card and 420 px", () => {
    renderGrid(file("wide", { width: 4000, height: 2000 }));
    expect(screen.getByRole("button").style).toMatchObject({
      width: "min(100%, 840px)",
      aspectRatio: "4000 / 2000",
      maxHeight: "420px",
    });
  });

  test("have a button for each of up to four images; the last one shows the number of all", () => {
    renderGrid(file("a"), file("b"), file("c"), file("d"));
    expect(names()).toEqual(["Open a.png", "Open b.png", "Open c.png", "Open d.png"]);
    cleanup();
    renderGrid(file("a"), file("b"), file("c"), file("d"), file("e"));
    expect(names()).toEqual(["Open a.png", "Open b.png", "Open c.png", "Show all 5 images"]);
    expect(screen.getByText("+1")).toBeTruthy();
  });

  test("have addresses that keep any file name", () => {
    const { container } = renderGrid(file("a", { filename: "50 % #1?.png" }));
    const source = container.querySelector("img")?.getAttribute("src");
    expect(source).toBe("/file/attachments/a/50%20%25%20%231%3F.png");
  });

  test("show the name of an image that the browser can't read", () => {
    const { container } = renderGrid(file("a"));
    fireEvent.error(container.querySelector("img") ?? container);
    expect(screen.getByText("a.png")).toBeTruthy();
  });

  test("are downloads if they can't be shown in place, and links if they are external", () => {
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

  test("have players for audio and video, named after their files", () => {
    const { container } = renderGrid(
      file("a", { filename: "a.mp3", type: "audio/mpeg", kind: "audio" }),
      file("b", { filename: "b.mp4", type: "video/mp4", kind: "video", width: 160, height: 90 }),
    );
    expect(names()).toContain("Play a.mp3");
    expect(container.querySelector("audio")?.getAttribute("src")).toBe("/file/attachments/a/a.mp3");
    expect(container.querySelector("video")?.style.aspectRatio).toBe("160 / 90");
  });

  test("can be fetched if they aren't on this device, and a refusal is reported", async () => {
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

  test("show and open the small version of an image that isn't on this device", () => {
    const { container } = renderGrid(file("a", { isHere: false, hasSmall: true }));
    expect(names()).toEqual(["Open a.png"]);
    const source = container.querySelector("img")?.getAttribute("src");
    expect(source).toBe("/file/attachments/a/a.png?thumbnail=true");
  });

  test("can be kept on this device if there is a server, and show if they are", () => {
    const kept = { filename: "b.pdf", kind: "file", isHere: false, isKept: true } as const;
    const { setKept } = renderGrid(
      file("a", { filename: "a.pdf", kind: "file", isKept: false }),
      file("b", kept),
      file("c", { filename: "c.mp3", kind: "audio", isKept: false }),
    );
    const button = (name: string) => screen.getByRole("button", { name: `Keep ${name} offline` });
    expect(button("a.pdf").getAttribute("aria-pressed")).toBe("false");
    expect(button("b.pdf").getAttribute("aria-pressed")).toBe("true");
    for (const name of ["a.pdf", "b.pdf", "c.mp3"]) fireEvent.click(button(name));
    expect(setKept.mock.calls).toEqual([
      [{ ids: ["a"], isKept: true }],
      [{ ids: ["b"], isKept: false }],
      [{ ids: ["c"], isKept: true }],
    ]);
  });

  test("can't be kept without a server, because all of them stay", () => {
    renderGrid(file("a", { filename: "a.pdf", kind: "file", isKept: null }));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
