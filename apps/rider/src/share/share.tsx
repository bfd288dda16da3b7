import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useLocale } from 'next-intl'

type Props = {
  title: string
  /** A path of this app without the language, like `/incidents/…`. */
  path: string
  /** `title`: in the row of a page's title; `map`: in the corner of its map. */
  place?: 'title' | 'map'
}

/** The share button for server components, with its messages. */
export function Share({ title, path, place }: Props) {
  const locale = useLocale()
  return (
    <ClientMessages of={['shareLink']}>
      <ShareButton
        title={title}
        url={`/${locale}${path}`}
        round={place !== undefined}
        {...(place === 'map' && { className: 'over-map absolute! end-3 top-3 rounded-full' })}
      />
    </ClientMessages>
  )
}
