import type { Caller } from "@tidemark/core/model";

/**
 * Requests that begin an upload and are under way: what they begin is not in the store yet, where the
 * uploads of a user are counted, so that requests at the same time would all find room.
 */
export interface BegunUploads {
  add(caller: Caller, request: object): Disposable;
  /** How many of the user's own were begun before one and are still under way. */
  before(caller: Caller, request: object | undefined): number;
}

export function createBegunUploads(): BegunUploads {
  const requestsByUser = new Map<string, object[]>();
  return {
    add({ name }, request) {
      requestsByUser.set(name, [...(requestsByUser.get(name) ?? []), request]);
      return {
        [Symbol.dispose]() {
          const left = (requestsByUser.get(name) ?? []).filter((each) => each !== request);
          if (left.length === 0) requestsByUser.delete(name);
          else requestsByUser.set(name, left);
        },
      };
    },
    before({ name }, request) {
      const requests = requestsByUser.get(name) ?? [];
      return Math.max(
        0,
        requests.findIndex((each) => each === request),
      );
    },
  };
}
