import { useCase } from '../machinery/use-case.ts'
import * as adminContract from './admin-contract.ts'
import * as contract from './contract.ts'

export { AdminAssignment } from './admin-contract.ts'
export { claimAssignmentSlot, claimSlotInApp } from './claim-assignment-slot.ts'
export { Claim, MAX_AREA_DEGREES, SurveyorAssignment } from './contract.ts'
export { releaseAssignmentSlot, releaseSlotInApp } from './release-assignment-slot.ts'
export { submitAssignmentSlot, submitSlotInApp } from './submit-assignment-slot.ts'

export const closeAssignment = useCase(adminContract.closeAssignment)
export const createAssignment = useCase(adminContract.createAssignment)
export const getAssignment = useCase(adminContract.getAssignment)
export const listAssignments = useCase(adminContract.listAssignments)
export const listSurveyorAssignments = useCase(contract.listSurveyorAssignments)
