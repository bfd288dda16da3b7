import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const acceptDocument = useCase(contract.acceptDocument)
export const getDocument = withSnapshots(useCase(contract.getDocument))
export const getDocumentAcceptance = useCase(contract.getDocumentAcceptance)
