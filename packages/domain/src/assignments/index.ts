import { useCase } from '../machinery/use-case.ts'
import * as adminContract from './admin-contract.ts'
import * as contract from './contract.ts'
import * as slotReviewContract from './slot-review-contract.ts'
import * as slotsContract from './slots-contract.ts'

export const acceptSampledSlot = useCase(slotReviewContract.acceptSampledSlot)
export const assignAssignmentSlot = useCase(adminContract.assignAssignmentSlot)
export const claimAssignmentSlot = useCase(slotsContract.claimAssignmentSlot)
export const claimAssignmentSlots = useCase(slotsContract.claimAssignmentSlots)
export const closeAssignment = useCase(adminContract.closeAssignment)
export const createAssignment = useCase(adminContract.createAssignment)
export const editAssignment = useCase(adminContract.editAssignment)
export const freeAssignmentSlot = useCase(adminContract.freeAssignmentSlot)
export const getAssignment = useCase(adminContract.getAssignment)
export const getAssignmentSlot = useCase(slotReviewContract.getAssignmentSlot)
export const listAssignments = useCase(adminContract.listAssignments)
export const listSurveyorAssignments = useCase(contract.listSurveyorAssignments)
export const releaseAssignmentSlot = useCase(slotsContract.releaseAssignmentSlot)
export const submitAssignmentSlot = useCase(slotsContract.submitAssignmentSlot)
