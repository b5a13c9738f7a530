/** Number of bytes that `turnedExif` returns. */
const exifBytes = 26;

/**
 * Returns EXIF data (a TIFF structure) with the orientation alone. Returns null if the orientation is the
 * default or the data exceeds `room` bytes; zeros suffice then.
 */
export function turnedExif(room: number, orientation: number): Uint8Array | null {
  if (orientation < 2 || orientation > 8 || room < exifBytes) return null;
  const exif = new Uint8Array(exifBytes);
  // Little-endian, one directory at 8 with one entry: tag 0x0112, one SHORT. No directory follows.
  exif.set([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation]);
  return exif;
}
