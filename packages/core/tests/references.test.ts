import { formatStamp } from "@tidemark/core/clock";
import { isUserScope, type Scope, type Stamp, userScope } from "@tidemark/core/model";
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

test("a name or an id is not a scope", () => {
  expectTypeOf<string>().not.toExtend<Scope>();
  expectTypeOf<UserReference>().not.toExtend<Scope>();
  expectTypeOf<Stamp>().not.toExtend<Scope>();
  expectTypeOf(userScope("users/alice")).toEqualTypeOf<Scope>();
  // @ts-expect-error -- a reference to a user, of which `userScope` makes a scope
  isUserScope("users/alice");
});
