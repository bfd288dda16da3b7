import { callRpc } from '../../machinery/call-rpc.ts'
import { useCase } from '../../machinery/use-case.ts'
import {
  applyFeed as applyOperation,
  discardFeed as discardOperation,
  getFeedImport as getOperation,
  listFeedImports as listOperation,
} from './contract.ts'

/** A whole network is written at once; the database gives itself ten minutes. */
const APPLY_MS = 10 * 60_000

/** The latest imports of feeds. */
export const listFeedImports = useCase(listOperation, (caller) => callRpc(caller, 'list_gtfs_imports', {}))

/** One import. @throws {DomainError} `not_found` */
export const getFeedImport = useCase(getOperation, (caller, { id }) => callRpc(caller, 'get_gtfs_import', { p_id: id }))

/** Makes the network what a checked feed says. Safe to repeat. @throws {DomainError} `large_removal`, `version_conflict`, `invalid_transition`, `import_running`, `not_found` */
export const applyFeed = useCase(applyOperation, (caller, { id, reason, confirmRemovals }) =>
  callRpc(
    caller,
    'apply_checked_gtfs_import',
    { p_id: id, p_reason: reason, p_confirm_removals: confirmRemovals },
    APPLY_MS,
  ),
)

/** Forgets a feed that was not applied. @throws {DomainError} `invalid_transition` */
export const discardFeed = useCase(discardOperation, (caller, { id }) =>
  callRpc(caller, 'discard_gtfs_import', { p_id: id }),
)
