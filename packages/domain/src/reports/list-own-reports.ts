import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listOwnReports as operation } from './contract.ts'

/** The caller's own reports, the newest first. */
export const listOwnReports = useCase(operation, (caller, input) =>
  listPage(caller, operation.name, input, 'list_own_reports', {}),
)
