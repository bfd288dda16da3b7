import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'
import * as own from './own-contract.ts'

export { reportIncident, submitIncidentReport } from './submit-incident-report.ts'

export const answerReport = useCase(own.answerReport)
export const getOwnReport = useCase(own.getOwnReport)
export const getReportContext = useCase(contract.getReportContext)
export const listOwnReports = useCase(own.listOwnReports)
export const mailOwnReport = useCase(own.mailOwnReport)
export const withdrawReport = useCase(own.withdrawReport)
