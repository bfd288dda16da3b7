import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { setCookie } from '@salama/ui/set-cookie.ts'
import { LocateFixed, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { WELCOMED_COOKIE } from './welcomed-cookie.ts'

const YEAR_S = 365 * 24 * 3600

/**
 * One sentence that says what Salama is, on the first visit only. The server renders it where the cookie is missing, so
 * it neither flashes nor shifts the page; once shown it does not come back. Needs the messages `welcome`.
 */
export function Welcome({ onLocate }: { onLocate: () => void }) {
  const t = useTranslations('welcome')
  const [open, setOpen] = useState(true)
  useEffect(() => {
    setCookie(WELCOMED_COOKIE, '1', YEAR_S) // without cookies it is shown again
  }, [])
  if (!open) return null
  return (
    <section aria-label={t('label')} className="flex items-start gap-2 bg-raised p-3 rounded-control">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className="max-w-prose">{t('words')}</p>
        <Button
          onClick={() => {
            setOpen(false)
            onLocate()
          }}
        >
          <Icon as={LocateFixed} />
          {t('locate')}
        </Button>
      </div>
      <Button variant="quiet" aria-label={t('close')} className="min-w-touch" onClick={() => setOpen(false)}>
        <Icon as={X} />
      </Button>
    </section>
  )
}
