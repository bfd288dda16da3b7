'use client'

import type { beginSecondFactor, getSecondFactor, removeSecondFactor } from '@salama/domain/second-factor/contract'
import { tryCall } from '@salama/http/call'
import { PasswordStep, usePasswordStep } from '@salama/ui/account/password-step.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { CodeForm, RecoveryCodes, useProblemWords } from './second-factor-form.tsx'

type Factor = Awaited<ReturnType<typeof readFactor>>
type Begun = { secret: string; qrSvg: string }

const readFactor = async () => {
  const result = await tryCall<typeof getSecondFactor>('GET /api/me/second-factor')
  return result.ok ? result.reply : null
}

/** Sets up or removes the second factor of the signed-in admin. `next`: where to continue once it is on. */
export function SecondFactorSetup({ next }: { next?: string }) {
  const t = useTranslations('secondFactor')
  const words = useProblemWords()
  const { day } = useTimes()
  const [factor, setFactor] = useState<Factor>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const begin = usePasswordStep(async () => {
    const result = await tryCall<typeof beginSecondFactor>('POST /api/me/second-factor')
    if (!result.ok) return result.problem
    setBegun(result.reply)
    return null
  }, words)
  const remove = usePasswordStep(async () => {
    const result = await tryCall<typeof removeSecondFactor>('DELETE /api/me/second-factor', { names: null })
    if (!result.ok) return result.problem
    setCodes([])
    setFactor(await readFactor())
    return null
  }, words)
  useEffect(() => {
    void readFactor().then(setFactor)
  }, [])
  if (factor === null) return null
  return (
    <section aria-labelledby="second-factor" className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h2 id="second-factor" className="font-semibold">
        {t('title')}
      </h2>
      {factor.since ? (
        <>
          <p>{t('since', { day: day(factor.since), count: factor.recoveryCodesLeft })}</p>
          {codes.length > 0 ? <RecoveryCodes codes={codes} /> : <p className="text-soft">{t('codesLost')}</p>}
          {next === undefined ? (
            <PasswordStep {...remove} variant="danger" label={t('remove')} />
          ) : (
            <LinkButton variant="main" href={next}>
              {t('continue')}
            </LinkButton>
          )}
        </>
      ) : begun ? (
        <>
          <p>{t('scan')}</p>
          <Qr svg={begun.qrSvg} />
          <p>
            {t('orType')} <code className="break-all">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <CodeForm
            submit={t('turnOn')}
            lost={t('turnOnLost')}
            onDone={(made) => {
              setCodes(made)
              setBegun(null)
              void readFactor().then(setFactor)
            }}
          />
        </>
      ) : (
        <>
          <p className="text-soft">{t(factor.isRequired ? 'requiredWords' : 'offWords')}</p>
          {factor.isWaived && <p className="text-soft">{t('waivedWords')}</p>}
          <PasswordStep {...begin} label={t('setUp')} />
        </>
      )}
    </section>
  )
}

/** The QR code as an image: its markup comes from our own server, and as an image it runs nothing. */
function Qr({ svg }: { svg: string }) {
  const t = useTranslations('secondFactor')
  return (
    // biome-ignore lint/performance/noImgElement: a data URL
    <img
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt={t('qrAlt')}
      width={200}
      height={200}
      className="rounded-control bg-white p-2"
    />
  )
}
