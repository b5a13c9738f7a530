/** Downloads a URL of the host, with the browser's or window's download handling. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
