import { describe } from "vitest";
import { rpcRequests } from "./rpc-requests.ts";
import { testWhoMayDoWhat } from "./who-may-do-what.ts";

describe("access of every caller by Connect", () => {
  testWhoMayDoWhat(rpcRequests);
});
