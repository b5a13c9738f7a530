/** Has an address of the host downloaded, as the browser or the window downloads files. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
