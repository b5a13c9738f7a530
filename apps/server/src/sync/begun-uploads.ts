import type { Caller } from "@tidemark/core/model";

/**
 * Running requests that create an upload. Their uploads aren't in the store yet, which counts the uploads of
 * a user, so simultaneous requests could exceed the limit.
 */
export interface BegunUploads {
  add(caller: Caller, request: object): Disposable;
  /** Returns the number of the user's running requests that began before `request`. */
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
