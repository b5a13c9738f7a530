export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Number of bytes in which a picture says its size, unless a camera wrote much before it. */
export const sizeWithin = 256 * 1024;

/** Returns the size at which a PNG, GIF, BMP, WebP or JPEG file is shown, by its first bytes; else null. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeIn(view);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeIn(view: DataView): PictureSize | null {
  if (view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.getUint32(0) === 0x47494638) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (view.getUint16(0) === 0x424d) {
    return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  }
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

function webpSize(view: DataView): PictureSize | null {
  switch (view.getUint32(12)) {
    // "VP8 "
    case 0x56503820:
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    // "VP8L"
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    // "VP8X"; with EXIF it may be turned.
    case 0x56503858:
      if ((view.getUint8(20) & 0x08) !== 0) return null;
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return null;
  }
}

function jpegSize(view: DataView): PictureSize | null {
  let isTurned = false;
  for (let at = 2; at < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) {
      isTurned = orientationIn(view, at + 10) > 4;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    at += 2 + length;
  }
  return null;
}

/** Returns the orientation of EXIF, 1 to 8; 1 if it has none. */
function orientationIn(view: DataView, tiff: number): number {
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle);
  }
  return 1;
}
