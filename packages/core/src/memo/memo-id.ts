const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 22;

/**
 * A fresh memo id: 22 letters and digits with at least one letter, about 131 random bits.
 * `randomBytes(n)` gives n uniformly random bytes.
 */
export function newMemoId(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    let id = "";
    while (id.length < length) {
      for (const byte of randomBytes(length)) {
        // Bytes past the last whole multiple of 62 would favour the first letters.
        if (byte < 248 && id.length < length) id += alphabet[byte % 62];
      }
    }
    if (/[^0-9]/.test(id)) return id;
  }
}
