import { describe, expect, test } from "vitest";
import { pairLivePhotos } from "./live-photo.ts";
import type { AttachmentRecord } from "../../model/attachment.ts";

function file(id: string, filename: string, type: string): AttachmentRecord {
  return {
    id,
    number: 1,
    creator: "users/alice",
    createdMs: 0,
    updatedMs: 0,
    filename,
    type,
    sizeBytes: 1,
    sha256: "",
    externalLink: "",
    memo: null,
    position: 0,
    motion: null,
    metadata: null,
    stamps: { filename: "", link: "" },
    seq: 0,
    extra: {},
  };
}

const heic = "image/heic";
const mov = "video/quicktime";

describe("live photos among the files of a memo", () => {
  test("are a picture and a QuickTime video with the same name, ignoring case", () => {
    const motions = pairLivePhotos([
      file("v", "img_1.MOV", mov),
      file("s", "IMG_1.heic", heic),
      file("t", "IMG_1.txt", "text/plain"),
    ]);
    expect([...motions].map(([id, { role, groupId }]) => [id, role, groupId])).toEqual([
      ["s", "STILL", "s"],
      ["v", "VIDEO", "s"],
    ]);
  });

  test.each([
    ["the names differ", [file("s", "IMG_1.heic", heic), file("v", "IMG_2.mov", mov)]],
    ["the video is no QuickTime", [file("s", "a.jpg", heic), file("v", "a.mp4", "video/mp4")]],
    ["the picture is a drawing", [file("s", "a.png", "image/png"), file("v", "a.mov", mov)]],
    [
      "two pictures could be meant",
      [file("s", "a.heic", heic), file("e", "a.jpg", "image/jpeg"), file("v", "a.mov", mov)],
    ],
    [
      "one of them moves already",
      [
        {
          ...file("s", "a.heic", heic),
          motion: {
            family: "ANDROID_MOTION_PHOTO",
            role: "CONTAINER",
            groupId: "",
            presentationTimestampUs: "0",
            hasEmbeddedVideo: true,
          },
        } as const,
        file("v", "a.mov", mov),
      ],
    ],
    ["there are none", []],
  ])("aren't found if %s", (_, files) => {
    expect(pairLivePhotos(files)).toEqual(new Map());
  });
});
