import { startSwift } from "../../../../scripts/swift/start-swift.ts";
import { describeBucket } from "./bucket-suite.ts";

// Swift is an independent implementation that follows S3's documentation where s3rver deviates.

describeBucket("Swift", startSwift);
