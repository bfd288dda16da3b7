'use client'

import type { printPosters } from '@salama/domain/admin/sticker-contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'

type Sheet = 'poster' | 'stickers'

/** Downloads a file. */
function keep({ fileName, pdf }: { fileName: string; pdf: string }) {
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Revokes the URL later, because the download must have started first.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Creates posters or stickers for these vehicles as a PDF. */
export function PrintButtons({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('vehicles')
  const [busy, setBusy] = useState<Sheet | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function print(sheet: Sheet) {
    setBusy(sheet)
    setProblem(null)
    try {
      keep(await call<typeof printPosters>('POST /api/vehicles/posters', { body: { ids: [...ids], sheet } }))
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {(['poster', 'stickers'] as const).map((sheet) => (
        <Button
          key={sheet}
          busy={busy === sheet}
          disabled={ids.length === 0 || busy !== null}
          onClick={() => print(sheet)}
        >
          {busy !== sheet && <Icon as={Printer} />}
          {t(`print.${sheet}`)}
        </Button>
      ))}
      <ProblemNotice problem={problem} />
    </>
  )
}
