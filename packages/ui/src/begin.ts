// Parts that only the page in browsers uses, after its first paint.
export { beginWith, type ReceivedShare, type ShareSource } from "./received/begin-with.ts";
export { offerNewBuild } from "./feedback/offer-new-build.ts";
export { sayDownloadFailed } from "./transfer/say-download-failed.ts";
export { leaveBrowserBy } from "./sync/sign-out/leave-browser.ts";
export { sayCopyRemoved } from "./browser/say-copy-removed.ts";
