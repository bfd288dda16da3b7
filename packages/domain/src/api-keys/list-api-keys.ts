import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listApiKeys as operation } from './contract.ts'

/** The caller's own keys, without what would let anybody in. */
export const listApiKeys = useCase(operation, (caller, page) =>
  listPage(caller, operation.name, page, 'list_api_keys', {}),
)
