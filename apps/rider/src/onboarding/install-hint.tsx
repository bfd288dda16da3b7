import { Icon } from '@salama/ui/components/icon.tsx'
import { Download, Share } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** How to install the app on an iPhone. Needs the messages `install`. */
export function InstallHint() {
  const t = useTranslations('install')
  return (
    <details>
      <summary className="flex min-h-touch cursor-pointer items-center gap-2 font-semibold text-link underline">
        <Icon as={Download} />
        {t('install')}
      </summary>
      <p className="max-w-prose">
        {t('onIphone')} <Icon as={Share} className="inline" />
      </p>
    </details>
  )
}
