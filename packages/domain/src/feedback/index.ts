import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { FeedbackSummary, VehicleFigure } from './contract.ts'

export const getRideFeedback = useCase(contract.getRideFeedback)
export const getVehicleFeedback = withSnapshots(useCase(contract.getVehicleFeedback))
export const listVehicleFigures = withSnapshots(useCase(contract.listVehicleFigures))
export const submitRideFeedback = useCase(contract.submitRideFeedback)
export const submitRideFeedbackForm = useCase(contract.submitRideFeedbackForm, (caller, { locale, ...feedback }) =>
  submitRideFeedback(caller, feedback),
)
