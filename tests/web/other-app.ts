import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { type OpenPort, openPort } from "../../scripts/field-cases/open-port.ts";

/** Content that another app shares. */
export interface Shared {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly files?: readonly {
    readonly name: string;
    readonly type: string;
    readonly base64: string;
  }[];
}

/** Serves an empty page of another site, from which `share` posts. */
export function serveOtherApp(): Promise<OpenPort> {
  return openPort(
    createServer((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<!doctype html><title>Another app</title>");
    }),
  );
}

/** Shares as a system does: the browser posts a form to the app, from nowhere or from another site. */
export async function share(page: Page, from: OpenPort, to: string, shared: Shared): Promise<void> {
  await page.goto(from.url);
  const loaded = page.waitForEvent("load");
  await page.evaluate(
    ({ action, fields: { files = [], ...texts } }) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "multipart/form-data", action });
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement("textarea");
        Object.assign(field, { name, value });
        form.append(field);
      }
      const chosen = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
        chosen.items.add(new File([bytes], name, { type }));
      }
      const field = document.createElement("input");
      Object.assign(field, { type: "file", name: "files", multiple: true, files: chosen.files });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { action: `${to}/share`, fields: shared },
  );
  await loaded;
}
