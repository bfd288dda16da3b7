import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Code } from '../code'
import type { NewKey } from './requests'

/** The only time that a key is shown. Asks for confirmation before the page is left. */
export function ShownOnce({ made, onStored }: { made: NewKey; onStored: () => void }) {
  const t = useTranslations('keys')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <section className="flex max-w-prose flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('made', { name: made.name })}
      </h2>
      <Notice tone="warn">{t('madeWords')}</Notice>
      <Code label={t('theKey')} text={made.key} />
      <Button variant="main" className="self-start" onClick={onStored}>
        {t('stored')}
      </Button>
    </section>
  )
}
