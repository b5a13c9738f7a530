import "../src/timeline/card/mark-terms.ts";
import { plainKeysLoaded } from "../src/editor/composer/plain-field.tsx";

// Parts that the page loads right after its first paint. Tests begin with them.
await plainKeysLoaded;
