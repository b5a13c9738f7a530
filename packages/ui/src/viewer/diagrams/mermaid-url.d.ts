declare module "mermaid/dist/mermaid.min.js?url" {
  /** Address of the script. */
  const address: string;
  export default address;
}
