import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { submitIncidentReport as operation } from './contract.ts'

/**
 * Takes what one rider saw and attaches it to an incident. Safe to repeat with the same `id`.
 *
 * Screening, joining and publishing happen in the database in one transaction: see
 * supabase/schemas/40_reports/submit_incident_report.sql.
 *
 * @throws {DomainError} `id_reused`, `outside_service_area`, `unknown_stop`, `unknown_vehicle`, `rate_limited`
 */
export const submitIncidentReport = useCase(operation, (caller, input) => {
  const report = {
    p_id: input.id,
    p_category: input.category,
    p_occurred_at: input.occurredAt,
    p_injury: input.injury,
    ...('stopId' in input.place
      ? { p_stop_id: input.place.stopId }
      : { p_lat: input.place.lat, p_lng: input.place.lng, p_accuracy_m: input.place.accuracyM }),
    p_note: input.note,
    p_visibility: input.visibility,
    p_receipt_code: input.receiptCode,
    p_device: 'device' in caller ? caller.device : undefined,
  }
  return input.vehicle === undefined
    ? callRpc(caller, 'submit_incident_report_without_vehicle', report)
    : callRpc(caller, 'submit_incident_report', { ...report, p_vehicle: input.vehicle.identifier })
})
