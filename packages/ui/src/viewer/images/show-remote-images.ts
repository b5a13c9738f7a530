import { useFeedback } from "../../feedback/feedback.ts";
import { viewerStrings } from "../strings.ts";
import { remoteHost } from "./remote-host.ts";
import { shownWidth } from "./show-files.ts";
import { useShownHosts } from "./shown-hosts.ts";

/** Shows the pictures of other hosts that the reader wanted to see. No other is asked for. */
export function showRemoteImages(body: ParentNode): void {
  const { hosts, addresses } = useShownHosts.getState();
  for (const box of body.querySelectorAll<HTMLElement>("[data-remote-image]")) {
    const address = box.dataset["remoteImage"] ?? "";
    const host = remoteHost(address);
    if (host === null || box.querySelector("iframe") !== null) continue;
    if (hosts.includes(host) || addresses.has(address)) show(box, address);
  }
}

/** Loads a picture, or all of its host, where a button says so. Whether the target was one. */
export function askForImages(target: Element): boolean {
  const button = target.closest<HTMLElement>("button[data-load-image], button[data-show-host]");
  const box = button?.closest<HTMLElement>("[data-remote-image]");
  const address = box?.dataset["remoteImage"] ?? "";
  const host = remoteHost(address);
  if (button === null || host === null) return false;
  const { showAddress, showHost, stopShowing } = useShownHosts.getState();
  if (button.dataset["showHost"] === undefined) showAddress(address);
  else {
    showHost(host);
    const { say } = useFeedback.getState();
    say(viewerStrings.alwaysShown(host), async () => stopShowing(host));
  }
  showRemoteImages(document);
  return true;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large the pictures were, so that nothing moves where one is shown again. */
const sizes = new Map<string, Size>();
const maxSizes = 500;
const maxWidth = 20_000;

/**
 * In a frame without an origin, whose policy alone allows it to ask another host: the policy of the
 * page goes on to allow nobody but its own.
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
    // It has no origin that could be named.
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
