export { AppFailure, unwrap } from "@tidemark/core";
