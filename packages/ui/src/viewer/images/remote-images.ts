import { loadPersistently } from "../../lazy/load-persistently.ts";

const remoteImage = "[data-remote-image]";
const load = () => loadPersistently(() => import("./show-remote-images.ts"));

/** Shows the images on other hosts that the reader has allowed, once the code for them is loaded. */
export function showRemoteImages(body: ParentNode): void {
  if (body.querySelector(remoteImage) === null) return;
  void load().then((part) => part.showRemoteImages(body));
}

/** Loads the image of a clicked button, or all of its host. Returns false if the target isn't such a button. */
export function loadRemoteImages(target: Element): boolean {
  const button = target.closest("button[data-load-image], button[data-show-host]");
  if (button === null || button.closest(remoteImage) === null) return false;
  void load().then((part) => part.loadRemoteImages(button));
  return true;
}
