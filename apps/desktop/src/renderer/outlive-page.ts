/** Beyond this, in all, what is under way may not outlive its page (the limit of `keepalive` is 64 KiB). */
const keptBytes = 60 * 1024;

type Fetch = (url: RequestInfo | URL | string, init: RequestInit) => Promise<Response>;

/**
 * Lets requests outlive the page that makes them, as far as a browser allows: who ticks a box and goes
 * has ticked it. What is too long for that is sent all the same, and ends with the page.
 */
export function outlivingPage(send: Fetch): Fetch {
  let bytesUnderWay = 0;
  return async (url, init) => {
    const { body } = init;
    // A text may take three bytes for a unit.
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
