import type { SendFile } from "@tidemark/ui";

/** Path of a file of memos, with its id. */
const filePath = /^\/file\/attachments\/([^/]+)/;

/**
 * Holds the files that this page sends while nothing is stored in the browser. Files come from the server then,
 * which doesn't have these yet: a picture or player that fails, and a link, get the page's own file.
 */
export function holdFiles(send: SendFile): SendFile {
  const held = new Map<string, string>();
  const heldAs = (address: string): string | undefined => {
    const { origin, pathname } = new URL(address, location.href);
    const id = origin === location.origin ? filePath.exec(pathname)?.[1] : undefined;
    return id === undefined ? undefined : held.get(decodeURIComponent(id));
  };

  const onError = (event: Event): void => {
    const { target } = event;
    const isShown = target instanceof HTMLImageElement || target instanceof HTMLMediaElement;
    const own = isShown ? heldAs(target.src) : undefined;
    if (!isShown || own === undefined) return;
    // The component that shows it would report that it can't be shown.
    event.stopImmediatePropagation();
    target.src = own;
  };
  const onClick = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    const own = link === null ? undefined : heldAs(link.href);
    if (link !== null && own !== undefined) link.href = own;
  };
  // Errors of elements don't bubble.
  addEventListener("error", onError, { capture: true });
  addEventListener("click", onClick, { capture: true });

  return async (query, file, options) => {
    const answer = await send(query, file, options);
    const { id } = (answer.body ?? {}) as { readonly id?: unknown };
    if (answer.status === 200 && typeof id === "string") held.set(id, URL.createObjectURL(file));
    return answer;
  };
}
