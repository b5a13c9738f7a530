import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { fileToOpen } from "./show-files.ts";
import { renderBody } from "../../timeline/card/render-body.ts";
import { loadRemoteImages, showRemoteImages } from "./show-remote-images.ts";
import { remoteHost } from "./remote-host.ts";
import { useShownHosts } from "./shown-hosts.ts";

const one = "https://pictures.example.org/a.png";
const content = `![a tide](${one})\n\n![b](https://pictures.example.org/b.png) ![c](https://x.co/c.png)`;

function show(text = content): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = renderBody(text, [], false);
  document.body.append(body);
  showRemoteImages(body);
  return body;
}

const button = (body: HTMLElement, name: string) =>
  [...body.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === name)!;
const frames = (body: HTMLElement) => [...body.querySelectorAll("iframe")];

/** Sends an answer like the page in the frame. */
async function answer(frame: HTMLIFrameElement, data: unknown): Promise<void> {
  frame.dispatchEvent(new Event("load"));
  dispatchEvent(new MessageEvent("message", { data, source: frame.contentWindow }));
}

beforeEach(() => {
  localStorage.clear();
  useShownHosts.setState({ hosts: [], addresses: new Set() });
});
afterEach(() => document.body.replaceChildren());

describe("an image on another host", () => {
  test("is a box with its host and two buttons, and sends no request", () => {
    const body = show();
    const box = body.querySelector("[role=group]");
    expect(box?.getAttribute("aria-label")).toBe("Image from pictures.example.org");
    expect(box?.textContent).toBe("a tide");
    expect(button(body, "Load")).toBeDefined();
    expect(button(body, "Always allow this site")).toBeDefined();
    expect(body.querySelector("iframe, img, [src]")).toBeNull();
  });

  test("loads in a sandboxed frame on request, and later without a question", () => {
    const body = show();
    loadRemoteImages(button(body, "Load"));
    const [frame, ...others] = frames(body);
    expect(others).toEqual([]);
    expect(frame?.getAttribute("sandbox")).toBe("allow-scripts");
    expect(frame?.getAttribute("src")).toBe("/frames/remote-image");
    expect(frame?.title).toBe("a tide");
    expect(frames(show())).toHaveLength(1);
    expect(localStorage.getItem("tidemark:image-hosts")).toBeNull();
  });

  test("loads from a host that is always allowed, wherever it is shown", () => {
    const other = show(`![d](https://pictures.example.org/d.png)`);
    loadRemoteImages(button(show(), "Always allow this site"));
    expect(frames(document.body)).toHaveLength(3);
    expect(frames(other)).toHaveLength(1);
    expect(localStorage.getItem("tidemark:image-hosts")).toBe('["pictures.example.org"]');
  });

  test("needs a question again once that permission is undone", async () => {
    loadRemoteImages(button(show(), "Always allow this site"));
    const { snackbars, undo } = useFeedback.getState();
    expect(snackbars.at(-1)?.text).toBe("Images from pictures.example.org are always loaded");
    undo(snackbars.at(-1)?.id);
    await vi.waitFor(() => expect(localStorage.getItem("tidemark:image-hosts")).toBe("[]"));
    expect(frames(show())).toEqual([]);
  });

  test("gets the size that its frame reports, and its box disappears", async () => {
    const body = show();
    loadRemoteImages(button(body, "Load"));
    await answer(frames(body)[0]!, { width: 840, height: 840 });
    expect(frames(body)[0]?.style.inlineSize || frames(body)[0]?.getAttribute("style")).toContain(
      "420px",
    );
    expect(body.querySelector("[data-shown]")).not.toBeNull();
  });

  test.each<[string, unknown]>([
    ["nothing", { width: 0, height: 0 }],
    ["no numbers", { width: "100%;position:fixed", height: 1 }],
    ["numbers beyond all pictures", { width: 1e9, height: 1 }],
    ["half a pixel", { width: 0.5, height: 1 }],
    ["null", null],
    ["a text", "1"],
  ])("stays a box if its frame reports %s, and can be requested again", async (_what, data) => {
    const body = show();
    loadRemoteImages(button(body, "Load"));
    await answer(frames(body)[0]!, data);
    expect(frames(body)).toEqual([]);
    expect(body.querySelector("[data-failed]")).not.toBeNull();
    loadRemoteImages(button(body, "Load"));
    expect(frames(body)).toHaveLength(1);
  });

  test("ignores a size from any other source", () => {
    const body = show();
    loadRemoteImages(button(body, "Load"));
    frames(body)[0]!.dispatchEvent(new Event("load"));
    dispatchEvent(new MessageEvent("message", { data: { width: 9, height: 9 }, source: window }));
    dispatchEvent(new MessageEvent("message", { data: { width: 9, height: 9 } }));
    expect(body.querySelector("[data-shown]")).toBeNull();
  });

  test.each([
    "http://x.co/a.png",
    "https://localhost/a.png",
    "https://router/a.png",
    "https://printer.local/a.png",
    "https://192.168.1.1/reboot",
    "https://2130706433/a.png",
    "https://0x7f.1/a.png",
    "https://[::1]/a.png",
    "https://x.co:8443/a.png",
    "https://me:word@x.co/a.png",
    "https://home.arpa./a.png",
    "https://a.home.arpa/a.png",
    "javascript:alert(1)//x.co",
    "data:image/png;base64,AA",
    "",
  ])("is not offered for %j", (address) => {
    expect(remoteHost(address)).toBeNull();
    expect(show(`![a](<${address}>)`).querySelector("[data-remote-image]")).toBeNull();
  });

  test("shows the host that is contacted, whatever script it is written in", () => {
    expect(remoteHost("https://BÜRO.example/a")).toBe("xn--bro-hoa.example");
    expect(remoteHost("https://x.co./a")).toBe("x.co");
  });

  test("can't be forged by a text", () => {
    const body = show(
      '<span data-remote-image="https://x.co/a.png"><button data-load-image>Load</button></span>\n\n[a](https://x.co)',
    );
    expect(body.querySelector("[data-remote-image], button")).toBeNull();
  });

  test("has no allowed hosts if the stored value isn't a list of hosts", async () => {
    for (const stored of ["{", "7", '[1,{"a":2}]', "null"]) {
      localStorage.setItem("tidemark:image-hosts", stored);
      const { storedHosts } = await import("./shown-hosts.ts");
      expect(storedHosts()).toEqual([]);
    }
  });
});

describe("an image of the memo", () => {
  const here = { filename: "b.png", type: "image/png", isHere: true, hasSmall: false };
  const away = { ...here, isHere: false, width: 20, height: 10 };
  const files = [
    { ...here, id: "a1", width: 1680, height: 840 },
    { ...away, id: "a3" },
    { ...away, id: "a4", hasSmall: true },
  ];
  const showWith = (text: string) => {
    const body = document.createElement("div");
    body.innerHTML = renderBody(text, [], false, files);
    return body;
  };
  const size = (text: string) => {
    const image = showWith(text).querySelector("img");
    return [image?.getAttribute("width"), image?.getAttribute("height")];
  };

  test("reserves its space if its size is known", () => {
    expect(size("![a](/file/attachments/a1/b.png)")).toEqual(["840", "420"]);
    expect(size("![a](/file/attachments/a2/b.png)")).toEqual([null, null]);
    expect(size("![a](data:image/png;base64,AA)")).toEqual([null, null]);
  });

  test("is found by its id alone, as memos 0.31 writes it", () => {
    expect(size("![a](/file/attachments/a1)")).toEqual(["840", "420"]);
    const body = showWith("![a](/file/attachments/a1) ![b](/file/attachments/a4)");
    expect([...body.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([
      "/file/attachments/a1",
      "/file/attachments/a4?thumbnail=true",
    ]);
    expect(fileToOpen(body.querySelector("button")!)).toBe("a1");
    expect(showWith("![c](/file/attachments/a3)").querySelector("[data-absent]")).not.toBeNull();
    expect(showWith("[c](/file/attachments/a1)").querySelector("a")?.download).toBe("b.png");
  });

  test("has the width in its text, with its proportions", () => {
    expect(size("![a|300](/file/attachments/a1/b.png)")).toEqual(["300", "150"]);
    expect(size("![a|5000](/file/attachments/a1/b.png)")).toEqual(["5000", "2500"]);
    expect(size("![a|300](/file/attachments/a2/b.png)")).toEqual(["300", null]);
  });

  test("opens by a button with its name, unless it is in a link", () => {
    const body = showWith(
      "![a](/file/attachments/a1/b.png) ![](/file/attachments/a1/b.png) [![c](/file/attachments/a1/b.png)](https://x.co) ![d](/file/attachments/a9/b.png)",
    );
    const buttons = [...body.querySelectorAll("button")];
    expect(buttons.map((button) => [fileToOpen(button), button.ariaLabel])).toEqual([
      ["a1", null],
      ["a1", "b.png"],
    ]);
    expect(body.querySelectorAll("img")).toHaveLength(4);
    expect(fileToOpen(body)).toBeNull();
  });

  test("is the small version, or its alt text, if its content isn't on this device", () => {
    const small = showWith("![a](/file/attachments/a4/b.png)").querySelector("img");
    expect(small?.getAttribute("src")).toBe("/file/attachments/a4/b.png?thumbnail=true");
    expect(small?.getAttribute("width")).toBe("20");
    const body = showWith("![a *b*](/file/attachments/a3/b.png) [c](/file/attachments/a3/b.png)");
    expect(body.querySelector("img, a")).toBeNull();
    const boxes = [...body.querySelectorAll<HTMLElement>("[data-absent]")];
    expect(boxes.map((box) => [box.textContent, box.dataset["absent"]])).toEqual([
      ["a b", "Not on this device"],
      ["c", "Not on this device"],
    ]);
  });

  test("downloads by a link under its filename; a file of another memo is an ordinary link", () => {
    const links = showWith("[x](/file/attachments/a1/y) [x](/file/attachments/a9/y)");
    const [own, other] = links.querySelectorAll("a");
    expect([own?.getAttribute("download"), own?.target]).toEqual(["b.png", ""]);
    expect([other?.getAttribute("download"), other?.target]).toEqual([null, "_blank"]);
  });
});
