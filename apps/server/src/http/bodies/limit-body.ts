import { Transform, type Readable } from "node:stream";
import { appError, AppFailure } from "@tidemark/core";

/**
 * Returns a body that fails with TOO_LARGE once it exceeds `maxBytes`. Used for limits that change while the
 * server runs, which a route's own limit can't.
 */
export function limitBody(body: Readable, maxBytes: number): Readable {
  let length = 0;
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      length += bytes.length;
      if (length <= maxBytes) done(null, bytes);
      else done(bodyTooLarge());
    },
  });
  body.once("error", (error) => counted.destroy(error));
  return body.pipe(counted);
}

export function bodyTooLarge(): AppFailure {
  const fields = [{ field: "body", issue: "too large" }];
  return new AppFailure(appError("TOO_LARGE", "the body is too large", fields));
}
