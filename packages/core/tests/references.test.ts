import { formatStamp } from "@tidemark/core/clock";
import type { Stamp } from "@tidemark/core/model";
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

test("a name, an id or any other text is not a stamp", () => {
  expectTypeOf<string>().not.toExtend<Stamp>();
  expectTypeOf<UserReference>().not.toExtend<Stamp>();
  expectTypeOf<Stamp>().not.toExtend<UserReference>();
  expectTypeOf(formatStamp).returns.toEqualTypeOf<Stamp>();
});
