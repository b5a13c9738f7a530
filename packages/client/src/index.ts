export {
  createClient,
  type Client,
  type ClientOptions,
  type CurrentError,
  type OlderError,
  type Outcome,
  type RequestOf,
} from "./create-client.ts";
export type * from "./operations.ts";
