// Bytes as lower-case hex digits, two for each. Reading throws a RangeError at what is no such text.
export { bytesToHex as toHex, hexToBytes as fromHex } from "@noble/hashes/utils.js";
