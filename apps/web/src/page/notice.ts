import { mountNotice as mount, type Notice } from "@tidemark/ui";
import { loadNewest } from "./builds/new-build.ts";

/** Shows in an element why this tab can't show the app. */
export function mountNotice(element: HTMLElement, notice: Notice): Promise<void> {
  const reload = (): void => location.reload();
  return mount(element, notice, notice.type === "outdated" ? () => void loadNewest() : reload);
}
