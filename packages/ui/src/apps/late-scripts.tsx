/**
 * Marks a page that can be read without its scripts, which then start at the first touch or some seconds later
 * (packages/http/src/start-scripts.ts). Links and disclosures work meanwhile; other presses are repeated.
 */
export const LateScripts = () => <span hidden data-scripts="late" />
