import { contextBridge, ipcRenderer } from "electron";
import {
  connectChannel,
  hostRestarted,
  menuWordsChannel,
  type PageBridge,
  portMessage,
} from "../page/page-channel.ts";

// The bridge and nothing else: the page gets one end of a channel, the main process the other, and the
// words of its menu.
const bridge: PageBridge = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(connectChannel, null, [port1]);
    // A port cannot pass through the context bridge; a window message carries it.
    window.postMessage({ type: portMessage }, location.origin, [port2]);
  },
  setMenuWords: (words) => ipcRenderer.send(menuWordsChannel, words),
};
ipcRenderer.on(hostRestarted, () => {
  window.postMessage({ type: hostRestarted }, location.origin);
});
contextBridge.exposeInMainWorld("tidemark", bridge);
