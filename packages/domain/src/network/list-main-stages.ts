import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listMainStages as operation } from './contract.ts'

/** The stages where most routes stop, the busiest first. */
export const listMainStages = useCase(operation, async (caller) => ({
  data: await callRpc(caller, 'list_main_stages'),
  page: { nextCursor: null },
}))
