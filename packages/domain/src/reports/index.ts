export { submitIncidentReport } from './submit-incident-report.ts'
export { Injury, ReportBody, ReportReceived, ReportState, Visibility } from './contract.ts'
