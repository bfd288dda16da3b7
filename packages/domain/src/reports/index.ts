import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { reportIncident, submitIncidentReport } from './submit-incident-report.ts'

export const answerReport = useCase(contract.answerReport)
export const getOwnReport = useCase(contract.getOwnReport)
export const getReportContext = useCase(contract.getReportContext)
export const listOwnReports = useCase(contract.listOwnReports)
export const mailOwnReport = useCase(contract.mailOwnReport)
export const withdrawReport = useCase(contract.withdrawReport)
