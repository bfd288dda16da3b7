import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useLocale } from 'next-intl'

type Props = {
  title: string
  /** A path of this app without the language, like `/incidents/…`. */
  path: string
}

/** The share button for server components, with its messages. */
export function Share({ title, path }: Props) {
  const locale = useLocale()
  return (
    <ClientMessages of={['shareLink']}>
      <ShareButton title={title} url={`/${locale}${path}`} />
    </ClientMessages>
  )
}
