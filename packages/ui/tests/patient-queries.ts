import { configure } from "@testing-library/react";

// The default of one second is short on a busy machine; only hanging tests should reach this timeout.
configure({ asyncUtilTimeout: 20_000 });
