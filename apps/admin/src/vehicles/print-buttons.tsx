'use client'

import type { printPosters } from '@salama/domain/admin/sticker-contract'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ProblemNotice, useRequest } from '@/parts/problem-notice.tsx'
import { saveFile } from '@/parts/save-file.ts'

type Sheet = 'poster' | 'stickers'

/** Creates posters or stickers for these vehicles as a PDF. */
export function PrintButtons({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('vehicles')
  const { busy, running, problem, run } = useRequest()
  const print = (sheet: Sheet) =>
    run(async () => {
      const body = { ids: [...ids], sheet }
      const { fileName, pdf } = await call<typeof printPosters>('POST /api/vehicles/posters', { body })
      const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
      saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName)
    }, sheet)
  return (
    <>
      {(['poster', 'stickers'] as const).map((sheet) => (
        <Button key={sheet} busy={running === sheet} disabled={ids.length === 0 || busy} onClick={() => print(sheet)}>
          {running !== sheet && <Icon as={Printer} />}
          {t(`print.${sheet}`)}
        </Button>
      ))}
      <ProblemNotice problem={problem} />
    </>
  )
}
