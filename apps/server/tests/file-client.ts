import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { bodyOf } from "./answers.ts";
import { password, startHttpServer, type HttpServer, type Reply } from "./http-server.ts";

export type FileServer = Awaited<ReturnType<typeof startFileServer>>;

/** Starts a server with the administrator alice and the user bob, and helpers for uploads and downloads. */
export async function startFileServer(
  options: Parameters<typeof startHttpServer>[1] = {},
  where: Parameters<typeof startHttpServer>[2] = {},
) {
  const server = await startHttpServer({}, options, where);
  const alice = await server.alice();
  let bob: Promise<string> | null = null;
  const bobsToken = (): Promise<string> => (bob ??= signInBob(server));
  const asking =
    (bearer: string) =>
    (method: string, path: string, body?: unknown): Promise<Reply> =>
      server.ask(method, path, { bearer, ...(body !== undefined && { body }) });

  /** Uploads a form; parts with a filename are files. */
  const upload = async (
    path: string,
    form: FormData,
    bearer = alice,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    });
    return { status: response.status, body: await bodyOf(response) };
  };

  return {
    server,
    alice,
    bob: bobsToken,
    ask: asking(alice),
    askBob: async (method: string, path: string, body?: unknown): Promise<Reply> =>
      asking(await bobsToken())(method, path, body),
    upload,
    /** Creates an attachment of alice from these bytes and returns it. */
    async attach(
      filename: string,
      bytes: Uint8Array | string,
      more: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const content = Buffer.from(bytes).toString("base64");
      const reply = await asking(alice)("POST", "/api/v1/attachments", {
        filename,
        content,
        ...more,
      });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body;
    },
    /** Downloads as alice by default; a `bearer` of "" sends no credential. */
    get: (path: string, headers: Record<string, string> = {}, bearer = alice, method = "GET") =>
      fetch(server.url + path, {
        method,
        headers: { ...(bearer !== "" && { authorization: `Bearer ${bearer}` }), ...headers },
      }),
    /** Returns the names of all files in the folder of stored content. */
    storedFiles: () =>
      readdirSync(join(server.folder, "blobs"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Returns the path of an attachment's content. */
export function filePath(attachment: Record<string, unknown>, query = ""): string {
  const id = String(attachment["name"]).replace("attachments/", "");
  return `/file/attachments/${id}/${encodeURIComponent(String(attachment["filename"]))}${query}`;
}

/** Returns the same path without the filename, as memos 0.31 writes it in texts. */
export function shortPath(attachment: Record<string, unknown>, query = ""): string {
  return `/file/${String(attachment["name"])}${query}`;
}

/** Returns a form with one file. */
export function formOf(filename: string, bytes: Uint8Array<ArrayBuffer>, type = ""): FormData {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type }), filename);
  return form;
}

/** Returns a JPEG with EXIF data of the location and the camera. */
export async function photoWithPlace(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const image = await sharp({
    create: { width: 900, height: 300, channels: 3, background: "#c04010" },
  })
    .withExif({
      IFD0: { Make: "Acme", Model: "X1" },
      IFD2: {
        FNumber: "28/10",
        ExposureTime: "1/50",
        DateTimeOriginal: "2024:05:06 07:08:09",
        OffsetTimeOriginal: "+02:00",
      },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "13/1 15/1 0/1",
      },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
  return new Uint8Array(image);
}

/** Sends an endless body until the server responds or closes. Returns the status and the bytes sent. */
export function sendEndlessly(
  server: FileServer,
  path: string,
): Promise<{ status: number; sentBytes: number }> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let isAnswered = false;
    const sending = request(
      server.server.url + path,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.alice}`,
          "content-type": "multipart/form-data; boundary=x",
        },
      },
      (response) => {
        isAnswered = true;
        response.resume();
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, sentBytes });
      },
    );
    sending.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    sending.write(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="endless.bin"\r\n\r\n',
    );
    const piece = Buffer.alloc(64 * 1024, 7);
    const more = (): void => {
      while (!isAnswered && !sending.destroyed) {
        sentBytes += piece.length;
        if (!sending.write(piece)) {
          sending.once("drain", more);
          return;
        }
      }
    };
    more();
  });
}

async function signInBob(server: HttpServer): Promise<string> {
  const alice = await server.services.database.read(({ users }) => users.findByUsername("alice"));
  if (alice === null) throw new Error("there is no alice");
  await server.services.database.write(({ users }) =>
    users.insert({ ...alice, username: "bob", role: "USER", isHost: false }),
  );
  const reply = await server.ask("POST", "/api/v1/auth/signin", {
    body: { username: "bob", password },
  });
  return String(reply.body["accessToken"]);
}
