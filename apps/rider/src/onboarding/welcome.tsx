import { Icon } from '@salama/ui/components/icon.tsx'
import { LanguageSwitch } from '@salama/ui/components/language-switch.tsx'
import { setCookie } from '@salama/ui/set-cookie.ts'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { WELCOMED_COOKIE } from './welcomed-cookie.ts'

const YEAR_S = 365 * 24 * 3600

/**
 * One line on the map that says what Salama is, on the first visit only, and in which other language. The server renders
 * it where the cookie is missing; once shown it does not come back. Large text needs the room. Needs the messages `welcome`.
 */
export function Welcome() {
  const t = useTranslations('welcome')
  const [open, setOpen] = useState(true)
  useEffect(() => {
    setCookie(WELCOMED_COOKIE, '1', YEAR_S) // without cookies it is shown again
  }, [])
  if (!open) return null
  return (
    <div className="@container pointer-events-none absolute inset-x-3 top-[72px] z-1 split:top-4">
      <section
        aria-label={t('label')}
        className="over-map pointer-events-auto flex min-h-12 w-fit items-center gap-2 rounded-3xl ps-4 text-sm leading-tight @max-3xs:hidden"
      >
        <p className="min-w-0 py-1">{t('line')}</p>
        <LanguageSwitch isPart />
        <button
          type="button"
          aria-label={t('close')}
          onClick={() => setOpen(false)}
          className="grid size-touch shrink-0 place-items-center text-[20px]"
        >
          <Icon as={X} />
        </button>
      </section>
    </div>
  )
}
