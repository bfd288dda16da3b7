import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listSurveyorAssignments as operation } from './contract.ts'

/** Field work for the caller, nearest or first due first. */
export const listSurveyorAssignments = useCase(operation, (caller, { state, lat, lng, ...page }) =>
  listPage(caller, operation.name, page, 'list_surveyor_assignments', { p_state: state, p_lat: lat, p_lng: lng }),
)
