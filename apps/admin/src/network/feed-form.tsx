'use client'

import type {
  checkFeed,
  checkProjectFeed,
  getFeedImport,
  KnownFeed,
} from '@salama/domain/network/feed-imports/contract'
import { FEED_NAME, MAX_FEED_BYTES } from '@salama/domain/shared'
import { call, type Problem, problemIn, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { FileInput } from '@salama/ui/components/controls.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { z } from 'zod'
import { Choice } from '@/parts/choice.tsx'
import { ProblemNotice, useFirstWrong } from '@/parts/problem-notice.tsx'

const MAX_FEED_MB = MAX_FEED_BYTES / 1024 / 1024

/** Allows for a city's feed on a slow network. After leaving the page the import is in the list. */
const PATIENCE_MS = 15 * 60_000

/** The number of rows read so far, polled once a second during an import. */
function useRows(id: string | null): number {
  const [rows, setRows] = useState(0)
  useEffect(() => {
    if (id === null) return
    setRows(0)
    const timer = setInterval(() => {
      // Not found while the upload is still running; a failed request is retried in a second.
      tryCall<typeof getFeedImport>('GET /api/feed-imports/{id}', { params: { id } }).then(
        (now) => now.ok && setRows(now.reply.rows),
      )
    }, 1_000)
    return () => clearInterval(timer)
  }, [id])
  return rows
}

/** Not a feed name: the option to enter a new one. */
const NEW = '+'

/**
 * Starts an import, of a file or the bundled feed, whose result is reviewed before it applies. No feed is the default.
 */
export function FeedForm({ feeds }: { feeds: readonly z.infer<typeof KnownFeed>[] }) {
  const t = useTranslations('network')
  const router = useRouter()
  const fileId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState('')
  const [newName, setNewName] = useState('')
  const feed = chosen === NEW ? newName.trim() : chosen
  const [wrong, setWrong] = useState<'noFile' | 'tooLarge' | 'noFeed' | 'feedName' | 'feedKnown' | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const rows = useRows(running)
  const [form, goToWrong] = useFirstWrong()

  async function check(begin: (request: { params: { id: string }; timeoutMs: number }) => Promise<unknown>) {
    const id = crypto.randomUUID()
    setRunning(id)
    setProblem(null)
    try {
      await begin({ params: { id }, timeoutMs: PATIENCE_MS })
      router.push(`/network/${id}`)
    } catch (error) {
      setProblem(problemIn(error))
      setRunning(null)
      router.refresh() // the connection may have failed after the import started
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = !file
      ? 'noFile'
      : file.size > MAX_FEED_BYTES
        ? 'tooLarge'
        : chosen === ''
          ? 'noFeed'
          : !FEED_NAME.test(feed)
            ? 'feedName'
            : chosen === NEW && feeds.some((known) => known.feed === feed)
              ? 'feedKnown'
              : null
    setWrong(fault)
    if (fault || !file) return goToWrong()
    const query = { feed, fileName: file.name.slice(0, 200) }
    check((request) => call<typeof checkFeed>('POST /api/feed-imports/{id}/check', { ...request, query, body: file }))
  }

  return (
    <ScriptForm ref={form} onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="flex flex-col gap-1">
          <label htmlFor={fileId} className="font-semibold">
            {t('zip')}
          </label>
          <p id={`${fileId}-hint`} className="text-sm text-soft">
            {t('zipHint', { mb: MAX_FEED_MB })}
          </p>
          <FileInput
            id={fileId}
            accept=".zip,application/zip"
            aria-describedby={`${fileId}-hint`}
            aria-invalid={wrong === 'noFile' || wrong === 'tooLarge' ? true : undefined}
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            className="min-h-touch w-full min-w-0 rounded-control border border-edge bg-raised p-1.5 file:me-3 file:min-h-8 file:rounded file:border-0 file:bg-sunken file:px-3 file:font-semibold file:text-ink"
          />
        </div>
        <div className="flex flex-col gap-3">
          <Choice
            label={t('feed')}
            hint={t('feedHint')}
            none={t('chooseFeed')}
            value={chosen}
            onChange={setChosen}
            options={[
              ...feeds.map((known) => ({
                value: known.feed,
                label: t('knownFeed', { feed: known.feed, routes: known.routes, stops: known.stops }),
              })),
              { value: NEW, label: t('newFeed') },
            ]}
            error={wrong === 'noFeed' ? t('noFeed') : undefined}
          />
          {chosen === NEW && (
            <Field
              label={t('newFeedName')}
              hint={t('feedName')}
              value={newName}
              maxLength={40}
              autoCapitalize="none"
              error={wrong === 'feedName' || wrong === 'feedKnown' ? t(wrong) : undefined}
              onChange={(event) => setNewName(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
      {(wrong === 'noFile' || wrong === 'tooLarge') && (
        <p role="alert" className="font-semibold text-danger">
          {t(wrong, { mb: MAX_FEED_MB })}
        </p>
      )}
      <ProblemNotice problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" busy={running !== null}>
          {running === null ? t('check') : t('checking')}
        </Button>
        <Button
          disabled={running !== null}
          onClick={() =>
            check((request) => call<typeof checkProjectFeed>('POST /api/feed-imports/{id}/check-own', request))
          }
        >
          {t('checkOwn')}
        </Button>
      </div>
      <p role="status">{running !== null && t('rowsRead', { rows })}</p>
    </ScriptForm>
  )
}

/** Refreshes the page every two seconds while an import is running. */
export function Again() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), 2_000)
    return () => clearInterval(timer)
  }, [router])
  return null
}
