import { useTagLooks } from "../src/tags/looks.ts";

// The page hides tagged memos until the host has answered; most tests have no host.
useTagLooks.setState({ looks: {} });
