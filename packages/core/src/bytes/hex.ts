// Lower-case hex, two digits per byte. `fromHex` throws a RangeError for invalid text.
export { bytesToHex as toHex, hexToBytes as fromHex } from "@noble/hashes/utils.js";
