/** Scheme of the page's own origin in Electron: as secure as HTTPS, and with no port to reach it. */
export const appScheme = "tidemark";
export const appOrigin = `${appScheme}://app`;
