export { type GtfsImport, type GtfsImported, type GtfsProgress, importGtfs } from './import-gtfs.ts'
export { describeProblem, GtfsFeedError, type GtfsProblem } from './problems.ts'
export { NAIROBI } from './project-feed.ts'
export type { ImportOutcome, ImportReport } from './staging.ts'
