import { expect, test } from "vitest";
import { isOverheard, serverAddresses } from "./server-address.ts";

test.each([
  ["https://notes.example.org", ["https://notes.example.org"]],
  ["  notes.example.org:8443 ", ["https://notes.example.org:8443"]],
  ["http://127.0.0.1:5230", ["http://127.0.0.1:5230"]],
  ["localhost:5230", ["https://localhost:5230", "http://localhost:5230"]],
  ["192.168.1.7:5230", ["https://192.168.1.7:5230", "http://192.168.1.7:5230"]],
  ["nas.local/notes", ["https://nas.local/notes", "http://nas.local/notes"]],
  ["8.8.8.8", ["https://8.8.8.8"]],
  ["ftp://notes.example.org", null],
  ["file:///etc/passwd", null],
  ["javascript://x", null],
  ["https://", null],
  ["two words", null],
  ["", null],
])("the input %j may mean a server at %j", (typed, addresses) => {
  expect(serverAddresses(typed)).toEqual(addresses);
});

test.each([
  ["http://notes.example.org", true],
  ["http://203.0.113.7:5230", true],
  ["http://172.32.0.1", true],
  ["http://[2001:db8::1]", true],
  // A public host in any notation.
  ["http://0x08080808", true],
  ["http://127.0.0.1.example.org", true],
  ["http://fc00.example.org", true],
  ["https://notes.example.org", false],
  ["http://localhost:5230", false],
  ["http://nas", false],
  ["http://10.0.0.7", false],
  ["http://172.31.0.1", false],
  ["http://[::1]:5230", false],
  ["http://[fd12::1]", false],
  ["http://2130706433", false],
])("a password to %s can be intercepted: %s", (address, expected) => {
  expect(isOverheard(address)).toBe(expected);
});
