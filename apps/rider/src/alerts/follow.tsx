import { listFollows } from '@salama/domain/alerts'
import type { Caller } from '@salama/domain/shared'
import { pushSettings } from '@salama/push/env.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { FollowButton } from './follow-button.tsx'

/** The server's key for Web Push, which browsers need to subscribe; null where it is turned off. */
export const publicKey = () => pushSettings().vapid?.publicKey ?? null

/** The id of the caller's follow of a corridor, route or report, or null. */
export async function followOf(caller: Caller, targetId: string): Promise<string | null> {
  if (caller.kind === 'visitor') return null
  const { data } = await listFollows(caller, {})
  return data.find((each) => each.targetId === targetId)?.id ?? null
}

type Props = { kind: 'corridor' | 'route'; id: string; followId: string | null }

/** The follow button for server components, with its messages. */
export const Follow = ({ kind, id, followId }: Props) => (
  <ClientMessages of={['alerts', 'errors']}>
    <FollowButton target={{ kind, id }} followId={followId} publicKey={publicKey()} />
  </ClientMessages>
)
