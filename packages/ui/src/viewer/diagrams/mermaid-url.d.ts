declare module "mermaid/dist/mermaid.min.js?url" {
  /** Where the script is served. */
  const address: string;
  export default address;
}
