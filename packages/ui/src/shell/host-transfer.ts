/** File to import, with its path relative to the selection. */
export interface SentFile {
  readonly path: string;
  readonly file: File;
}

/** Import and export with a host that isn't reached by requests. */
export interface HostTransfer {
  /** Gives the host all files of a stage. Rejects if it can't be reached. */
  stage(stage: string, files: readonly SentFile[]): Promise<void>;
  /** Makes a file under an address of the host, and downloads it. Says so if that fails. */
  download(address: string): Promise<void>;
}

let current: HostTransfer | null = null;

/** Sets how files are imported and exported if the host isn't reached by requests; null if it is. */
export function transferBy(transfer: HostTransfer | null): void {
  current = transfer;
}

/** Returns null if the host is reached by requests. */
export function hostTransfer(): HostTransfer | null {
  return current;
}
