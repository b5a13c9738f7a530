import { startSwift } from "../../../../scripts/swift/start-swift.ts";
import { describeBucket } from "./bucket-suite.ts";

// A second service, by others and in another language, which does what S3's documentation says where
// the first one does what it finds convenient.

describeBucket("Swift", startSwift);
