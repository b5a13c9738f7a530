import { isLoadableImage } from "@tidemark/core/markdown";

/**
 * Whether an image's address, resolved as the page at `page` would, is still that of an attachment on
 * the page's own origin, or a raster picture in the text. `origin` cannot be asked: it is opaque for
 * the scheme of a window of ours.
 */
export function isOwnImage(
  source: string,
  page: Pick<Location, "href" | "protocol" | "host">,
): boolean {
  if (!isLoadableImage(source)) return false;
  if (source.startsWith("/")) {
    const { protocol, host, username, password, pathname, search, hash } = new URL(
      source,
      page.href,
    );
    const isSame = protocol === page.protocol && host === page.host;
    const isBare = username === "" && password === "" && hash === "";
    return isSame && isBare && isLoadableImage(`${pathname}${search}`);
  }
  return true;
}
