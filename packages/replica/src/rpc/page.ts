// The page's side of a port. Nothing here loads zod, which would be a tenth of the page's code.
export { domPort } from "./message-ports.ts";
export { PortClosed, portLink } from "./port-link.ts";
export type { Port, PortResponse } from "./port.ts";
export type { HostLine } from "./reconnecting-link.ts";
