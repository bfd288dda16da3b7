/** Entries in one page of the queue. */
export const PAGE_SIZE = 50
