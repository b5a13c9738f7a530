import { InvalidArgumentError } from "commander";

export function origin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search) {
    throw new InvalidArgumentError("It must be an http or https address without a path.");
  }
  return url.origin;
}
