import { pushSettings } from '@salama/push/env.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { FollowButton } from './follow-button.tsx'

/** The server's key for Web Push, which browsers need to subscribe; null where it is turned off. */
export const publicKey = () => pushSettings().vapid?.publicKey ?? null

type Props = { kind: 'corridor' | 'route' | 'vehicle'; label?: string; docked?: boolean } & (
  | { id: string; plate?: undefined }
  | { id?: undefined; plate: string }
)

/** The follow button for server components, with its messages. */
export const Follow = ({ kind, id, plate, ...rest }: Props) => (
  <ClientMessages of={['alerts', 'errors']}>
    <FollowButton target={plate === undefined ? { kind, id } : { kind, plate }} publicKey={publicKey()} {...rest} />
  </ClientMessages>
)
