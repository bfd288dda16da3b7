import { callRpc } from '../machinery/call-rpc.ts'
import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { type RpcArgs, rpcArgs } from '../machinery/rpc-args.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import type { InputOf } from '../shared/operation.ts'
import * as contract from './contract.ts'

export { FeedbackSummary, VehicleFigure } from './contract.ts'

export const getRideFeedback = useCase(contract.getRideFeedback)
export const getVehicleFeedback = withSnapshots(useCase(contract.getVehicleFeedback))
export const listVehicleFigures = withSnapshots(useCase(contract.listVehicleFigures))
export const submitRideFeedback = useCase(contract.submitRideFeedback)
export const submitRideFeedbackForm = useCase(contract.submitRideFeedbackForm, (caller, { locale: _, ...feedback }) =>
  rate(caller, feedback),
)
export const withdrawRideFeedback = useCase(contract.withdrawRideFeedback, (caller, { id }) =>
  callRpc(caller, 'withdraw_ride_feedback', { p_id: id, p_device: 'device' in caller ? caller.device : undefined }),
)

/** Rates for an account with its phone, or for a phone without one, with its network. */
const rate = (caller: Caller, input: InputOf<typeof contract.submitRideFeedback>) =>
  callRpc(caller, 'submit_ride_feedback', {
    ...(rpcArgs(contract.submitRideFeedback, caller, input) as RpcArgs<'submit_ride_feedback'>), // as the contract says
    p_device: 'device' in caller ? caller.device : undefined,
    p_networks: caller.kind === 'device' ? [...caller.networks] : undefined,
  })
