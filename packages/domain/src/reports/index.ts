export { Injury, ReportBody, ReportReceived, ReportState, Visibility } from './contract.ts'
export { submitIncidentReport } from './submit-incident-report.ts'
