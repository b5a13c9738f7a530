export {
  type FilesReply,
  type FilesRequest,
  isFilesPath,
  type PageFiles,
} from "./files-request.ts";
export { domPort, type ElectronMessagePort, electronPort, nodePort } from "./message-ports.ts";
export { filesOverPort, serveFilesPort } from "./port-files.ts";
export { PortClosed, portLink } from "./port-link.ts";
export type { Port, PortResponse } from "./port.ts";
export { type HostLine, reconnectingLink } from "./reconnecting-link.ts";
export { type PortServer, servePort } from "./serve-port.ts";
