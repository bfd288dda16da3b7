import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listCollectionEntries as operation } from './contract.ts'

/** The caller's own entries, last received first. */
export const listCollectionEntries = useCase(operation, (caller, { sessionId, state, ...page }) =>
  listPage(caller, operation.name, page, 'list_collection_entries', { p_session_id: sessionId, p_state: state }),
)
