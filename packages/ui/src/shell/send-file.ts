/** The host's answer to a file: the attachment, or an object with the error. */
export interface FileAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends a file to the host; `query` describes it. Rejects with the signal's reason after an abort, and with
 * another error if the host can't be reached. `onProgress` receives fractions from 0 to 1.
 */
export type SendFile = (
  query: URLSearchParams,
  file: File,
  options: { onProgress(part: number): void; readonly signal: AbortSignal },
) => Promise<FileAnswer>;

let current: SendFile | null = null;

/** Sets how files are sent to a host that isn't reached by requests. */
export function sendFilesBy(send: SendFile): void {
  current = send;
}

export function sendFile(...given: Parameters<SendFile>): Promise<FileAnswer> {
  return (current ?? byRequest)(...given);
}

/** Sends a file by XMLHttpRequest, because only that reports upload progress. */
function byRequest(...[query, file, { onProgress, signal }]: Parameters<SendFile>) {
  return new Promise<FileAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open("POST", `/files?${query}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve({ status: request.status, body: request.response as unknown });
    request.onerror = () => reject(new Error("the host can't be reached"));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    request.send(file);
  });
}
