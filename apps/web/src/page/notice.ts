import type { Notice } from "@tidemark/ui";
import { mountNotice as mount } from "@tidemark/ui/notice";
import { loadNewest } from "./builds/new-build.ts";

/** Shows in an element why this tab can't show the app. */
export function mountNotice(element: HTMLElement, notice: Notice): Promise<void> {
  const reload = (): void => location.reload();
  return mount(element, notice, notice.type === "outdated" ? () => void loadNewest() : reload);
}
