'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProblemNotice, useRequest } from '@/parts/problem-notice.tsx'
import { saveFile } from '@/parts/save-file.ts'
import { useTextFields } from '@/parts/use-text-fields.ts'
import { type LeftOut, MAX_ROWS, TABLES } from './export-files.ts'

type Files = typeof import('./export-files.ts')
/** A file, and what did not fit into it. */
type Whole = { file: Blob; leftOut: readonly LeftOut[] }
type Made = { name: string; make: (files: Files, onRows: (count: number) => void) => Promise<Blob | Whole> | Blob }

/** Field work as files for a period, and the entry form for other form tools. */
export function ExportForm() {
  const t = useTranslations('assignments.export')
  const { busy, running, problem, run } = useRequest()
  const [rows, setRows] = useState(0)
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const [isOut, setOut] = useState(false)
  const [days, day] = useTextFields({ from: '', to: '' }, () => setOut(false))
  const asked = { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to

  const download = ({ name, make }: Made, needsDays: boolean) => {
    setOut(needsDays && isWrong)
    if (needsDays && isWrong) return
    run(async () => {
      setRows(0)
      setLeftOut([])
      const whole = await make(await import('./export-files.ts'), setRows)
      saveFile(whole instanceof Blob ? whole : whole.file, name)
      if (!(whole instanceof Blob)) setLeftOut(whole.leftOut)
    }, name)
  }
  const button = (label: string, file: Made, { main = false, needsDays = true } = {}) => (
    <Button
      {...(main && { variant: 'main' })}
      busy={running === file.name}
      disabled={busy}
      onClick={() => download(file, needsDays)}
    >
      {running !== file.name && <Icon as={Download} />}
      {label}
    </Button>
  )
  const period = [days.from, days.to].filter(Boolean).join('_')
  const nameOf = (part: string, type: string) => `salama-${[part, period].filter(Boolean).join('-')}.${type}`
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('from')} type="date" {...day('from')} />
        <Field label={t('to')} type="date" error={isOut ? t('wrongDays') : undefined} {...day('to')} />
      </div>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">{t('workbook')}</h2>
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
        <Notice tone="warn" announce="polite" title={t('leftOut', { most: MAX_ROWS })}>
          <ul className="list-disc ps-6">
            {leftOut.map(({ table, rows: count }) => (
              <li key={table}>{t('leftOutRows', { table: t(`tableName.${table}`), count })}</li>
            ))}
          </ul>
          <p>{t('leftOutHow')}</p>
        </Notice>
      )}
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">{t('csv')}</h2>
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
        <h2 className="font-semibold">{t('xlsForm')}</h2>
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
