import { contextBridge, ipcRenderer, webUtils } from "electron";
import {
  connectChannel,
  hostRestarted,
  menuWordsChannel,
  type PageBridge,
  portMessage,
} from "../page/page-channel.ts";
import { shellChannel } from "../page/shell-channel.ts";

// Exposes only the bridge. It gives the page a port to the host, sends the menu's words and the page's
// requests to main, and returns paths of files that the user chose.
const bridge: PageBridge = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(connectChannel, null, [port1]);
    // A port can't pass through the context bridge, so it is sent by window message.
    window.postMessage({ type: portMessage }, location.origin, [port2]);
  },
  setMenuWords: (words) => ipcRenderer.send(menuWordsChannel, words),
  pathOf: (file) => webUtils.getPathForFile(file),
  askShell: (request) => ipcRenderer.send(shellChannel, request),
};
ipcRenderer.on(hostRestarted, () => {
  window.postMessage({ type: hostRestarted }, location.origin);
});
ipcRenderer.on(shellChannel, (_event, message: unknown) => {
  window.postMessage({ type: shellChannel, message }, location.origin);
});
contextBridge.exposeInMainWorld("tidemark", bridge);
