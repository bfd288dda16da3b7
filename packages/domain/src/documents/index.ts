import { withSnapshots } from '../machinery/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const acceptDocument = useCase(contract.acceptDocument)
export const acceptDocumentInApp = useCase(contract.acceptDocumentInApp)
export const getDocument = withSnapshots(useCase(contract.getDocument))
export const getDocumentAcceptance = useCase(contract.getDocumentAcceptance)
