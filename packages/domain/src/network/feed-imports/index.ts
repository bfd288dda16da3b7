import { useCase } from '../../machinery/use-case.ts'
import * as contract from './contract.ts'

export { faultsIn } from '../gtfs/fault-words.ts'
export { checkFeed, checkProjectFeed } from './check-feed.ts'
export { FeedImport } from './contract.ts'

export const applyFeed = useCase(contract.applyFeed)
export const discardFeed = useCase(contract.discardFeed)
export const getFeedImport = useCase(contract.getFeedImport)
export const listFeedImports = useCase(contract.listFeedImports)
