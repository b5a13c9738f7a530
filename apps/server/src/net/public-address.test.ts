import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("an address", () => {
  test.each(["1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.0", "172.32.0.1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each(["2606:4700::1111", "2001:4860:4860::8888", "2400::1"])("%s is public", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    ["this network", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.0.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["carrier-grade NAT", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["link-local, where clouds keep credentials", "169.254.169.254"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["multicast", "239.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped", "::ffff:8.8.8.8"],
    ["IPv4-mapped in hex", "::ffff:7f00:1"],
    ["IPv4-compatible", "::8.8.8.8"],
    ["translated", "64:ff9b::808:808"],
    ["translated locally", "64:ff9b:1::808:808"],
    ["discard-only", "100::1"],
    ["Teredo", "2001::1"],
    ["documentation", "2001:db8::1"],
    ["6to4", "2002:7f00:1::1"],
    ["documentation", "3fff::1"],
    ["unique local", "fc00::1"],
    ["unique local", "fd12:3456::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["global with a zone", "2400::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["no address", "localhost"],
    ["no address", "127.1"],
    ["no address", ""],
  ])("that is %s, %s, is not public", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
