import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const exportAssignments = useCase(contract.exportAssignments)
export const exportCollectionEntries = useCase(contract.exportCollectionEntries)
export const exportStageCounts = useCase(contract.exportStageCounts)
