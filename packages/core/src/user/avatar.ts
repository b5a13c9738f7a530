import { type AppError, invalidField } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";

/** Maximum length: half a megabyte of image, as base64. */
const maxAvatarLength = 700_000;
const imageData = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

export function avatarPath(username: string): string {
  return `/file/users/${username}/avatar`;
}

export type AvatarChange =
  /** A picture to store on the server. */
  | { readonly type: "picture"; readonly dataUrl: string }
  /** Address of an external picture, or `""` for none. */
  | { readonly type: "address"; readonly url: string }
  /** The current value, unchanged. */
  | { readonly type: "same" };

/** Parses a new `avatarUrl`: the current one, a picture as a data URL, or an https address. */
export function readAvatar(username: string, url: string): Result<AvatarChange, AppError> {
  if (url.split("?", 1)[0] === avatarPath(username)) return ok({ type: "same" });
  if (url === "" || (/^https:\/\/[^\s]+$/.test(url) && url.length <= 2048)) {
    return ok({ type: "address", url });
  }
  if (url.length <= maxAvatarLength && imageData.test(url)) {
    return ok({ type: "picture", dataUrl: url });
  }
  return err(
    invalidField("avatarUrl", "needs an https address, or a PNG, JPEG, GIF or WebP as a data URL"),
  );
}
