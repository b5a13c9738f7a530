/** Size of an image or video in pixels, and the length of a video; absent if unknown. */
export interface MeasuredMedia {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
}

/** Maximum time to measure a file; then it is attached unmeasured. */
const patienceMs = 5000;

/**
 * Measures a file with the decoders that will show it. Returns no measures for a file that can't be shown.
 */
export async function measureMedia(file: File): Promise<MeasuredMedia> {
  const isVideo = file.type.startsWith("video/");
  // An SVG has no size in pixels, and is never shown in place.
  if (!isVideo && (!file.type.startsWith("image/") || file.type === "image/svg+xml")) return {};
  const address = URL.createObjectURL(file);
  try {
    const patience = new Promise<MeasuredMedia>((resolve) =>
      setTimeout(() => resolve({}), patienceMs),
    );
    return await Promise.race([isVideo ? videoSize(address) : imageSize(address), patience]);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function imageSize(address: string): Promise<MeasuredMedia> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(sized(image.naturalWidth, image.naturalHeight));
    image.onerror = () => resolve({});
    image.src = address;
  });
}

function videoSize(address: string): Promise<MeasuredMedia> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    video.preload = "metadata";
    video.onloadedmetadata = () => {
      const { duration } = video;
      const length = Number.isFinite(duration) && duration > 0 ? { seconds: duration } : {};
      resolve({ ...sized(video.videoWidth, video.videoHeight), ...length });
    };
    video.onerror = () => resolve({});
    video.src = address;
  });
}

function sized(width: number, height: number): MeasuredMedia {
  return width > 0 && height > 0 ? { width, height } : {};
}
