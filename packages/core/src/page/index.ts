export { copyCookie, sharedCookie } from "./browser-cookies.ts";
export { findFramedPage, framedPaths, type FramedPage } from "./framed-pages.ts";
export { contentSecurityPolicy, framedHeaders, securityHeaders } from "./security-headers.ts";
