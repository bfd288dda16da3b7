import { Icon } from '@salama/ui/components/icon.tsx'
import { Volume2 } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** What the sticker is there for: riders who ask together are listened to. */
export function SpeakUp() {
  const t = useTranslations('vehicle')
  return (
    <section aria-labelledby="speak-up" className="band-beside flex flex-col gap-2 bg-raised py-4 pr-4 pl-5">
      <h2 id="speak-up" className="flex items-center gap-2 text-xl font-bold">
        <Icon as={Volume2} />
        {t('speakUp.title')}
      </h2>
      <p className="max-w-prose">{t('speakUp.words')}</p>
      <p className="max-w-prose text-lg font-bold">{t('speakUp.say')}</p>
      <p className="max-w-prose text-soft">
        {t('speakUp.danger')}{' '}
        <a href="tel:999" className="inline-flex min-h-touch min-w-touch items-center font-bold text-link underline">
          999
        </a>{' '}
        {t('speakUp.or')}{' '}
        <a href="tel:112" className="inline-flex min-h-touch min-w-touch items-center font-bold text-link underline">
          112
        </a>
      </p>
    </section>
  )
}
