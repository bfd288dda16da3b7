import { callRpc } from '../machinery/call-rpc.ts'
import { type RpcArgs, rpcArgs } from '../machinery/rpc-args.ts'
import { Submitted, useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import type { InputOf } from '../shared/operation.ts'
import { submitIncidentReport as operation, reportIncident as withoutAccount } from './contract.ts'

/**
 * Stores a rider's report and attaches it to an incident. Idempotent by `id`.
 *
 * Screening, joining and publishing happen in the database in one transaction: see
 * supabase/schemas/40_reports/receive_report.sql.
 * @throws {DomainError} `id_reused`, `outside_service_area`, `unknown_stop`, `unknown_vehicle`, `rate_limited`
 */
export const submitIncidentReport = useCase(operation, submit)

/** The same for an app, which may call for a phone without a signed-in user. @throws {DomainError} as above */
export const reportIncident = useCase(withoutAccount, submit)

/** Submitting only confirms that it is stored; its state is read after the commit, see app.receive_report in SQL. */
async function submit(caller: Caller, { vehicle, ...input }: InputOf<typeof operation>): Promise<unknown> {
  const report = {
    ...(rpcArgs(operation, caller, input) as RpcArgs<'submit_incident_report_without_vehicle'>), // as the contract says
    p_networks: caller.kind === 'device' ? [...caller.networks] : undefined,
  }
  const { repeated } = Submitted.parse(
    vehicle === undefined
      ? await callRpc(caller, 'submit_incident_report_without_vehicle', report)
      : await callRpc(caller, 'submit_incident_report', { ...report, p_vehicle: vehicle }),
  )
  const asked = { p_id: input.id, p_device: report.p_device, p_receipt_code: input.receiptCode }
  const received = await callRpc(caller, 'get_received_report', asked)
  return { ...Object(received), repeated }
}
