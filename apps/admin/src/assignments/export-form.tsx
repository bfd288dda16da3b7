'use client'

import { type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { type LeftOut, MOST_ROWS, TABLES } from './export-files.ts'

type Files = typeof import('./export-files.ts')
/** A file, and what did not fit into it. */
type Whole = { file: Blob; leftOut: readonly LeftOut[] }
type Made = { name: string; make: (files: Files, onRows: (count: number) => void) => Promise<Blob | Whole> | Blob }

/** Field work as files for a period, and the entry form for other form tools. */
export function ExportForm() {
  const t = useTranslations('assignments.export')
  const [days, setDays] = useState({ from: '', to: '' })
  const [busy, setBusy] = useState<string | null>(null)
  const [rows, setRows] = useState(0)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const [isOut, setOut] = useState(false)
  const asked = { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to

  const download = async ({ name, make }: Made, needsDays: boolean) => {
    setOut(needsDays && isWrong)
    if (busy || (needsDays && isWrong)) return
    setBusy(name)
    setRows(0)
    setProblem(null)
    setLeftOut([])
    try {
      const made = await make(await import('./export-files.ts'), setRows)
      save(made instanceof Blob ? made : made.file, name)
      if (!(made instanceof Blob)) setLeftOut(made.leftOut)
    } catch (error) {
      setProblem(problemIn(error))
    }
    setBusy(null)
  }
  const button = (label: string, file: Made, { main = false, needsDays = true } = {}) => (
    <Button
      {...(main && { variant: 'main' })}
      busy={busy === file.name}
      disabled={busy !== null && busy !== file.name}
      onClick={() => download(file, needsDays)}
    >
      {busy !== file.name && <Icon as={Download} />}
      {label}
    </Button>
  )
  const period = [days.from, days.to].filter(Boolean).join('_')
  const nameOf = (part: string, type: string) => `salama-${[part, period].filter(Boolean).join('-')}.${type}`
  const day = (name: 'from' | 'to') => ({
    value: days[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setDays((before) => ({ ...before, [name]: value }))
      setOut(false)
    },
  })
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('from')} type="date" {...day('from')} />
        <Field label={t('to')} type="date" error={isOut ? t('wrongDays') : undefined} {...day('to')} />
      </div>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-bold">{t('workbook')}</h2>
        <p className="text-soft">{t('workbookWords')}</p>
        <div>
          {button(
            t('workbookButton'),
            { name: nameOf('field-work', 'xlsx'), make: (files, onRows) => files.workbook(asked, onRows) },
            { main: true },
          )}
        </div>
      </section>
      {leftOut.length > 0 && (
        <Notice tone="warn" says="soon" title={t('leftOut', { most: MOST_ROWS })}>
          <ul className="list-disc pl-6">
            {leftOut.map(({ table, rows: count }) => (
              <li key={table}>{t('leftOutRows', { table: t(`tableName.${table}`), count })}</li>
            ))}
          </ul>
          <p>{t('leftOutHow')}</p>
        </Notice>
      )}
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-bold">{t('csv')}</h2>
        <p className="text-soft">{t('csvWords')}</p>
        <div className="flex flex-wrap gap-2">
          {TABLES.map((table) => (
            <span key={table}>
              {button(t(`table.${table}`), {
                name: nameOf(table, 'csv'),
                make: (files, onRows) => files.csvFile(table, asked, onRows),
              })}
            </span>
          ))}
          {button(
            t('dictionary'),
            { name: 'salama-data-dictionary.csv', make: (files) => files.dictionaryFile() },
            { needsDays: false },
          )}
        </div>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-bold">{t('xlsForm')}</h2>
        <p className="text-soft">{t('xlsFormWords')}</p>
        <div>
          {button(
            t('xlsFormButton'),
            { name: 'salama-entry-form.xlsx', make: (files, onRows) => files.xlsFormFile(onRows) },
            { needsDays: false },
          )}
        </div>
      </section>
      <p role="status" className={busy ? 'font-semibold' : 'sr-only'}>
        {busy && t('rows', { count: rows })}
      </p>
      <ProblemNotice problem={problem} />
    </div>
  )
}

/** Gives a file to the browser's downloads. */
function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
