import { newResourceId } from "@tidemark/core/names";

/**
 * Returns a random id in the host's format. Also works on pages without TLS, where browsers lack
 * `crypto.randomUUID`.
 */
export function newId(): string {
  return newResourceId((size) => crypto.getRandomValues(new Uint8Array(size)));
}
