import { describe } from "vitest";
import { rpcRequests } from "./rpc-requests.ts";
import { testWhoMayDoWhat } from "./who-may-do-what.ts";

describe("who may do what by a method of Connect", () => {
  testWhoMayDoWhat(rpcRequests);
});
