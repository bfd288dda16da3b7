import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getSurveyorSession as operation } from './contract.ts'

/** The caller's open session, else their latest one, else null. */
export const getSurveyorSession = useCase(operation, (caller) => callRpc(caller, 'get_surveyor_session'))
