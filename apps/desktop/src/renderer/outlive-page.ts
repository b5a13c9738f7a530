/** Maximum total size of requests with `keepalive`, in bytes. Browsers allow 64 KiB. */
const keptBytes = 60 * 1024;

type Fetch = (url: RequestInfo | URL | string, init: RequestInit) => Promise<Response>;

/**
 * Makes requests outlive their page if the browser allows it, so a change made just before closing is sent.
 * Requests that exceed the limit are sent normally and are cancelled with the page.
 */
export function outlivingPage(send: Fetch): Fetch {
  let bytesUnderWay = 0;
  return async (url, init) => {
    const { body } = init;
    // A UTF-16 unit takes up to three bytes in UTF-8.
    const bytes = typeof body === "string" ? body.length * 3 : Infinity;
    const keepalive = bytesUnderWay + bytes <= keptBytes;
    if (!keepalive) return send(url, init);
    bytesUnderWay += bytes;
    try {
      return await send(url, { ...init, keepalive });
    } finally {
      bytesUnderWay -= bytes;
    }
  };
}
