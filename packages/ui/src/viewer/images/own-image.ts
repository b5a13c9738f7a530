import { isLoadableImage } from "@tidemark/core/markdown";

/**
 * Returns true if an image's address, resolved on `page`, is an attachment on the page's origin, or a raster
 * image in a data URL. Compares protocol and host, because `origin` is opaque for the scheme of the app's
 * windows.
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
