/**
 * What followers of the journal note among the scopes that moved, so that it is told of after the
 * commit with them. No device may follow these: scopes of the feed begin otherwise.
 */
export const eventsMoved = "!events";
export const deliveriesDue = "!deliveries";
