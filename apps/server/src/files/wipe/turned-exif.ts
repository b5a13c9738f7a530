/** Bytes that `turnedExif` returns. */
const exifBytes = 26;

/**
 * Returns EXIF data (a TIFF structure) that says how the picture is to be turned and nothing else;
 * null when that needs no saying or does not fit into `room` bytes, and zeros will do.
 */
export function turnedExif(room: number, orientation: number): Uint8Array | null {
  if (orientation < 2 || orientation > 8 || room < exifBytes) return null;
  const exif = new Uint8Array(exifBytes);
  // Little-endian, one directory at 8 with one entry: tag 0x0112, one SHORT. No directory follows.
  exif.set([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation]);
  return exif;
}
