import { Transform, type Readable } from "node:stream";
import { appError, AppFailure } from "@tidemark/core";

/**
 * The body of a request, ended with TOO_LARGE once it is longer than `maxBytes`: for a limit that may
 * change while the server runs, which a route's own limit cannot.
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
