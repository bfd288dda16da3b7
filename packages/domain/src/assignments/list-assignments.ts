import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listAssignments as operation } from './contract.ts'

/** All field work that was asked for, with what became of each slot. */
export const listAssignments = useCase(operation, (caller, page) =>
  listPage(caller, operation.name, page, 'list_assignments', {}),
)
