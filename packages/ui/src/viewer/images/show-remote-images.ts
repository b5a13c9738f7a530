import { useFeedback } from "../../feedback/feedback.ts";
import { viewerStrings } from "../strings.ts";
import { remoteHost } from "./remote-host.ts";
import { shownWidth } from "./show-files.ts";
import { useShownHosts } from "./shown-hosts.ts";

/** Shows the images on other hosts that the reader has allowed, and requests no others. */
export function showRemoteImages(body: ParentNode): void {
  const { hosts, addresses } = useShownHosts.getState();
  for (const box of body.querySelectorAll<HTMLElement>("[data-remote-image]")) {
    const address = box.dataset["remoteImage"] ?? "";
    const host = remoteHost(address);
    if (host === null || box.querySelector("iframe") !== null) continue;
    if (hosts.includes(host) || addresses.has(address)) show(box, address);
  }
}

/** Loads the image of a button, or all images of its host. */
export function loadRemoteImages(button: Element): void {
  const box = button.closest<HTMLElement>("[data-remote-image]");
  const address = box?.dataset["remoteImage"] ?? "";
  const host = remoteHost(address);
  if (host === null) return;
  const { showAddress, showHost, stopShowing } = useShownHosts.getState();
  if (!button.hasAttribute("data-show-host")) showAddress(address);
  else {
    showHost(host);
    const { say } = useFeedback.getState();
    say(viewerStrings.alwaysShown(host), async () => stopShowing(host));
  }
  showRemoteImages(document);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of loaded images, to reserve their space when they are shown again. */
const sizes = new Map<string, Size>();
const maxSizes = 500;
const maxWidth = 20_000;

/**
 * Loads an image in a frame without an origin, whose policy allows it to contact another host. The policy of
 * the page still allows its own host only.
 */
function show(box: HTMLElement, address: string): void {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.title = box.querySelector("a")?.textContent ?? "";
  frame.src = "/frames/remote-image";
  const known = sizes.get(address);
  if (known !== undefined) reserve(frame, known);
  const onSize = (event: MessageEvent): void => {
    if (!frame.isConnected) removeEventListener("message", onSize);
    if (event.source !== frame.contentWindow || event.source === null) return;
    removeEventListener("message", onSize);
    const size = readSize(event.data);
    if (size === null) {
      frame.remove();
      box.dataset["failed"] = "";
      return;
    }
    sizes.set(address, size);
    const oldest = sizes.keys().next();
    if (sizes.size > maxSizes && oldest.done !== true) sizes.delete(oldest.value);
    reserve(frame, size);
    box.dataset["shown"] = "";
  };
  frame.addEventListener("load", () => {
    addEventListener("message", onSize);
    // The frame's origin is opaque and can't be named.
    frame.contentWindow?.postMessage(address, "*");
  });
  delete box.dataset["failed"];
  box.prepend(frame);
}

function reserve(frame: HTMLElement, { width, height }: Size): void {
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.inlineSize = `${shownWidth(width, height)}px`;
}

function readSize(data: unknown): Size | null {
  if (typeof data !== "object" || data === null) return null;
  const { width, height } = data as { readonly [key: string]: unknown };
  return isLength(width) && isLength(height) ? { width, height } : null;
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= maxWidth;
}
