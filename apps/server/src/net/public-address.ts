import { BlockList, isIP } from "node:net";

/**
 * True for an address on the public internet, and not for a loopback, private, link-local, shared (RFC 6598),
 * multicast, documentation or otherwise reserved one. For IPv6 only global unicast is public, without the
 * ranges that embed an IPv4 address. False for anything but an address. Source: the special-purpose
 * registries of IANA (RFC 6890).
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4");
    case 6:
      // A zone names an interface of this machine.
      return (
        !address.includes("%") && global6.check(address, "ipv6") && !reserved.check(address, "ipv6")
      );
    default:
      return false;
  }
}

const reserved = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, then everything up to the broadcast address.
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  // Protocol assignments, Teredo and ORCHID among them.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4, which embeds an IPv4 address.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(network, prefix, "ipv6");
}

// Global unicast, which excludes loopback, link-local, unique local, multicast, and mapped and translated
// IPv4.
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
