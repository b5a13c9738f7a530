export { mountNotice } from "@tidemark/ui";
