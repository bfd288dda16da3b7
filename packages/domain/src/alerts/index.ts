import { z } from 'zod'
import { Assignment } from '../assignments/contract.ts'
import { Incident } from '../incidents/contract.ts'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const follow = useCase(contract.follow)
export const listAlerts = useCase(contract.listAlerts)
export const listFollows = useCase(contract.listFollows)
export const readAlerts = useCase(contract.readAlerts)
export const subscribePush = useCase(contract.subscribePush)
export const unfollow = useCase(contract.unfollow)
export const unsubscribePush = useCase(contract.unsubscribePush)
export const submitFollowForm = useCase(contract.submitFollowForm, (caller, { locale: _, ...input }) =>
  follow(caller, input),
)
export const submitUnfollowForm = useCase(contract.submitUnfollowForm, (caller, { id }) => unfollow(caller, { id }))

export type AlertApp = contract.AlertApp

/** News of field work, limited to what a notification may contain. */
const FieldNews = z.object({
  kind: z.enum([
    'assignment_new',
    'assignment_changed',
    'assignment_due',
    'assignment_closed',
    'assignment_assigned',
    'entry_returned',
  ]),
  assignment: Assignment.pick({ id: true, title: true, titleSw: true, dueAt: true }).nullable(),
  entryId: z.uuid().nullable(),
  reason: z.string().nullable(),
})

const Delivery = z.object({
  alertId: z.uuid(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  locale: z.enum(['en', 'sw']),
  because: z.string().nullable(),
  reportId: z.uuid().nullable(),
  incident: Incident.nullable(),
  field: FieldNews.nullable(),
})
/** A message to send; with neither a report, an incident nor news of field work there is nothing left to show. */
export type Delivery = z.infer<typeof Delivery>

/** The messages of an app to send now. They are due again later unless `finishAlertDeliveries` confirms them. */
export async function claimAlertDeliveries(requestId: string, app: AlertApp): Promise<Delivery[]> {
  const caller = { kind: 'visitor', requestId } as const
  return z.array(Delivery).parse(await callRpc(caller, 'claim_alert_deliveries', { p_app: app }))
}

/** `sent`: confirmed by the push service; `gone`: the endpoint no longer exists. */
export type Outcome = { alertId: string; endpoint: string; outcome: 'sent' | 'gone' }

export async function finishAlertDeliveries(requestId: string, outcomes: readonly Outcome[]): Promise<void> {
  await callRpc({ kind: 'visitor', requestId }, 'finish_alert_deliveries', { p_outcomes: outcomes })
}
