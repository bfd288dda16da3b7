import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listIncidentChanges as operation } from './contract.ts'

/** What changed in public since a cursor. How nothing is missed: supabase/schemas/30_incidents/01_changes.sql. */
export const listIncidentChanges = useCase(operation, (caller, input) =>
  listPage(caller, operation.name, input, 'list_incident_changes', {}),
)
