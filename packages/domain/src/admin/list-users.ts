import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listUsers as operation } from './contract.ts'

/** People with an account, by e-mail. */
export const listUsers = useCase(operation, (caller, { q, role, ...page }) =>
  listPage(caller, operation.name, page, 'list_users', { p_q: q, p_role: role }),
)
