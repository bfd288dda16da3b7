import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listAssignments as operation } from './admin-contract.ts'

/** Field work that was asked for, with what became of each slot. */
export const listAssignments = useCase(operation, (caller, { state, ...page }) =>
  listPage(caller, operation.name, page, 'list_assignments', { p_state: state }),
)
