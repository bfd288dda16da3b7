'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { CircleAlert, Delete, Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const DIGITS = '1234567890'.split('')

/** Which keys the next character of a Kenyan plate (KDA 123A) needs. */
const needsDigit = (plate: string) => {
  const at = plateKey(plate).length
  return at >= 3 && at < 6
}

/**
 * A plate field with its own keyboard: large keys, letters or digits depending on the position, so that it can be typed
 * with one thumb. The phone's keyboard is one press away.
 */
export function PlateField({
  value,
  onChange,
  error,
  hint,
  asks,
  onConfirm,
}: {
  value: string
  onChange: (plate: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** How often to ask for confirmation of an unusual plate; 0 does not ask. */
  asks: number
  onConfirm: () => void
}) {
  const t = useTranslations('collect')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [pad, setPad] = useState(true)
  const [other, setOther] = useState(false)
  const digits = needsDigit(value) !== other
  const type = (key: string) => {
    setOther(false)
    onChange(formatPlate(value + key))
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-lg font-bold">
        {t('plate')}
      </label>
      <input
        ref={input}
        id={id}
        value={value}
        inputMode={pad ? 'none' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onChange(formatPlate(value))}
        className={`block min-h-16 w-full rounded-control border-3 bg-plate px-3 text-center text-3xl font-bold tracking-[0.08em] text-on-plate uppercase ${error ? 'border-danger' : 'border-ink'}`}
      />
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={error ? 'flex items-start gap-1.5 font-bold text-danger' : 'font-semibold text-warn'}
      >
        {error && <Icon as={CircleAlert} className="mt-0.5" />}
        {error ?? hint}
      </p>
      {asks > 0 && (
        <div
          key={asks}
          role="alert"
          tabIndex={-1}
          ref={focusOnMount}
          className="flex flex-col gap-2 rounded-control border-2 border-warn bg-warn-wash p-3 outline-none"
        >
          <p className="font-bold">{t('plateAsk', { plate: formatPlate(value) })}</p>
          <p>{t('plateAskWords')}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="main" onClick={onConfirm}>
              {t('plateYes')}
            </Button>
            <Button onClick={() => input.current?.focus()}>{t('plateNo')}</Button>
          </div>
        </div>
      )}
      {pad ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">{t('plateKeys')}</legend>
          <div className={digits ? 'grid grid-cols-5 gap-1.5' : 'grid grid-cols-7 gap-1.5'}>
            {(digits ? DIGITS : LETTERS).map((key) => (
              <Key key={key} onPress={() => type(key)}>
                {key}
              </Key>
            ))}
          </div>
          <div className="grid grid-cols-3 gap-1.5">
            <Key onPress={() => setOther(!other)}>{digits ? 'ABC' : '123'}</Key>
            <Key label={t('plateDelete')} onPress={() => onChange(plateKey(value).slice(0, -1))}>
              <Icon as={Delete} />
            </Key>
            <Key
              label={t('plateOwnKeyboard')}
              onPress={() => {
                setPad(false)
                input.current?.focus()
              }}
            >
              <Icon as={Keyboard} />
            </Key>
          </div>
        </fieldset>
      ) : (
        <button
          type="button"
          onClick={() => setPad(true)}
          className="inline-flex min-h-touch items-center self-start font-semibold text-link underline"
        >
          {t('platePad')}
        </button>
      )}
    </div>
  )
}

function Key({ label, onPress, children }: { label?: string; onPress: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid min-h-12 place-items-center rounded-control border-2 border-edge bg-raised text-xl font-bold active:bg-sunken"
    >
      {children}
    </button>
  )
}
