import { z } from 'zod'
import { Assignment } from '../assignments/contract.ts'
import { Incident } from '../incidents/contract.ts'
import { callRpc } from '../machinery/call-rpc.ts'
import { type RpcArgs, rpcArgs } from '../machinery/rpc-args.ts'
import { useCase } from '../machinery/use-case.ts'
import { ChosenLocale } from '../shared/shapes.ts'
import * as contract from './contract.ts'

/** Follows for an account, or for a phone without one, with its network. */
export const follow = useCase(contract.follow, (caller, input) =>
  callRpc(caller, 'follow', {
    ...(rpcArgs(contract.follow, caller, input) as RpcArgs<'follow'>), // as the contract says
    p_networks: caller.kind === 'device' ? [...caller.networks] : undefined,
  }),
)
export const listAlerts = useCase(contract.listAlerts)
export const listFollows = useCase(contract.listFollows)
export const provePush = useCase(contract.provePush)
export const readAlerts = useCase(contract.readAlerts)
export const subscribePush = useCase(contract.subscribePush)
export const unfollow = useCase(contract.unfollow)
export const unsubscribePush = useCase(contract.unsubscribePush)
export const submitFollowForm = useCase(contract.submitFollowForm, (caller, { locale: _, ...input }) =>
  follow(caller, input),
)
export const submitUnfollowForm = useCase(contract.submitUnfollowForm, (caller, { id }) => unfollow(caller, { id }))

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

const Subscription = {
  app: contract.AlertApp,
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  locale: ChosenLocale,
}

/** The first message for a browser, which answers it with the proof. */
export const FirstDelivery = z.object({ ...Subscription, proof: z.string() })
export type FirstDelivery = z.infer<typeof FirstDelivery>

/** A push message to send; with neither a report, an incident nor news of field work there is nothing left to show. */
export const Delivery = z.object({
  ...Subscription,
  alertId: z.uuid(),
  because: z.string().nullable(),
  reportId: z.uuid().nullable(),
  incident: Incident.nullable(),
  field: FieldNews.nullable(),
})
export type Delivery = z.infer<typeof Delivery>
