'use client'

import type { Passkey } from '@salama/domain/passkeys'
import { KeyRound } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { useTimes } from '../i18n/use-times.ts'
import { Column, ProblemNotice, useLeaving, useProblemWords } from './parts.tsx'
import { makePasskey, passkeyProblem, removePasskey, signInWithPasskey } from './passkey-requests.ts'
import { PasswordStep, usePasswordStep } from './password-step.tsx'
import type { Failure } from './requests.ts'

/** Signs in with a passkey, and no name or password. */
export function PasskeyButton({ callbackUrl }: { callbackUrl: string }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const { busy, problem, leave } = useLeaving(
    () => signInWithPasskey({ locale, callbackUrl }),
    (url) => window.location.replace(url),
  )
  return (
    <Column>
      <Button size="large" busy={busy} onClick={leave}>
        <Icon as={KeyRound} />
        {t('passkeys.signIn')}
      </Button>
      <ProblemNotice problem={problem} words={{ wrong_code: t('passkeys.refused') }} />
    </Column>
  )
}

/** The passkeys of the signed-in person: adds and removes one. `next`: where to continue once there is one. */
export function Passkeys({ passkeys, next }: { passkeys: readonly Passkey[]; next?: string }) {
  const t = useTranslations('account')
  const words = usePasskeyWords()
  const [shown, setShown] = useState(passkeys)
  const [problem, setProblem] = useState<ReturnType<typeof passkeyProblem>>(null)
  useEffect(() => setProblem(passkeyProblem()), [])
  const [name, setName] = useState('')
  const add = usePasswordStep(async () => {
    const made = await makePasskey(name)
    if ('code' in made) return made
    if (next !== undefined) window.location.assign(next)
    setShown(made)
    setName('')
    return null
  }, words)
  return (
    <section aria-labelledby="passkeys" className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h2 id="passkeys" className="font-semibold">
        {t('passkeys.title')}
      </h2>
      <p className="text-soft">{t('passkeys.lead')}</p>
      <ul className="flex flex-col gap-4">
        {shown.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onRemoved={setShown} />
        ))}
      </ul>
      {problem && <Notice tone="warn">{t(`passkeys.${problem}`)}</Notice>}
      {!problem && shown.length < 10 && (
        <PasswordStep {...add} variant="second" label={t('passkeys.add')}>
          <Field
            label={t('passkeys.name')}
            hint={t('passkeys.nameHint')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={60}
            required
          />
        </PasswordStep>
      )}
    </section>
  )
}

function Row({ passkey, onRemoved }: { passkey: Passkey; onRemoved: (left: Passkey[]) => void }) {
  const t = useTranslations('account')
  const { day } = useTimes()
  const { id, name, app, since, usedAt } = passkey
  const step = usePasswordStep(async () => {
    const left = await removePasskey(id)
    if ('code' in left) return left
    onRemoved(left)
    return null
  }, usePasskeyWords())
  return (
    <li className="flex flex-col items-start gap-1">
      <span className="font-semibold wrap-anywhere">{name}</span>
      <span className="text-soft">
        {t('passkeys.since', { app: t(`app.${app}`), day: day(since) })}{' '}
        {usedAt ? t('passkeys.used', { day: day(usedAt) }) : t('passkeys.unused')}
      </span>
      <PasswordStep {...step} variant="danger" label={t('passkeys.remove')} about={name} />
    </li>
  )
}

function usePasskeyWords() {
  const t = useTranslations('account')
  const words = useProblemWords()
  return ({ code }: Failure) =>
    code === 'wrong_code'
      ? t('passkeys.refused')
      : code === 'second_factor_required'
        ? t('passkeys.needsFactor')
        : words(code)
}
