'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { History, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useIsReady } from '@/use-is-ready.ts'

/** What was looked for before, if it is to be kept; and the choice whether it is. Its room is there before a script runs. */
export function Recent({
  recent,
  onChange,
  onPick,
}: {
  recent: readonly string[] | null
  onChange: (recent: readonly string[] | null) => void
  onPick: (q: string) => void
}) {
  const t = useTranslations('search')
  const isReady = useIsReady()
  return (
    <div className={`flex flex-col items-start gap-2 ${isReady ? '' : 'invisible'}`}>
      {recent && recent.length > 0 && (
        <>
          <h2 className="text-xl font-bold">{t('recent')}</h2>
          <ul className="w-full">
            {recent.map((q) => (
              <li key={q} className="border-b-2 border-line">
                <button
                  type="button"
                  onClick={() => onPick(q)}
                  className="flex min-h-touch w-full items-center gap-3 text-left font-semibold text-link"
                >
                  <Icon as={History} className="text-soft" />
                  {q}
                </button>
              </li>
            ))}
          </ul>
          <Button look="quiet" onClick={() => onChange([])}>
            <Icon as={Trash2} />
            {t('forget')}
          </Button>
        </>
      )}
      <label className="inline-flex min-h-touch items-center gap-2">
        <input
          type="checkbox"
          checked={recent !== null}
          onChange={(event) => onChange(event.target.checked ? [] : null)}
          className="size-5 accent-body"
        />
        {t('keep')}
      </label>
      <p className="text-sm text-soft">{t('keepHint')}</p>
    </div>
  )
}
