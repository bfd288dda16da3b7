import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { ComponentProps } from 'react'
import { ShareButton } from './share-button.tsx'

/** The share button for server components, with its messages. */
export const Share = (props: ComponentProps<typeof ShareButton>) => (
  <ClientMessages of={['share']}>
    <ShareButton {...props} />
  </ClientMessages>
)
