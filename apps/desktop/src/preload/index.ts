import { contextBridge, ipcRenderer, webUtils } from "electron";
import {
  connectChannel,
  hostRestarted,
  menuWordsChannel,
  type PageBridge,
  portMessage,
} from "../page/page-channel.ts";
import { shellChannel } from "../page/shell-channel.ts";

// The bridge and nothing else: the page gets one end of a channel, the main process the other, the
// words of its menu and what it asks of its window, and the page where files are that somebody hands it.
const bridge: PageBridge = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(connectChannel, null, [port1]);
    // A port cannot pass through the context bridge; a window message carries it.
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
