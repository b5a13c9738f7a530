import { type UserReference, userName, usernameOf } from "@tidemark/core/names";
import { expectTypeOf, test } from "vitest";

test("a bare username is not a reference to a user", () => {
  const username: string = usernameOf("users/alice");
  expectTypeOf<string>().not.toExtend<UserReference>();
  expectTypeOf<"alice">().not.toExtend<UserReference>();
  expectTypeOf(userName(username)).toEqualTypeOf<UserReference>();
  // @ts-expect-error -- a username, which only `userName` makes a reference of
  usernameOf(username);
});
