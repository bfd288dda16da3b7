import { CITY } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { formatPlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { CircleAlert, Delete, Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useRef, useState } from 'react'

const LETTERS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'].map((row) => row.split(''))
const DIGITS = ['12345', '67890'].map((row) => row.split(''))

const isWholePlate = (plate: string) => plateKey(plate).length >= EXAMPLE.length && looksLikePlate(plate)

/** Which keys the next character needs: those of the city's first example (KDA 123A) at this place. */
const needsDigit = (plate: string) => /\d/.test(EXAMPLE.charAt(plateKey(plate).length))
const EXAMPLE = plateKey(CITY.plates.examples[0] ?? '')

/**
 * A plate field with large keys of its own, letters or digits by position, for one thumb. The phone's are a press away.
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
  hint?: ReactNode
  /** How often to ask for confirmation of an unusual plate; 0 does not ask. */
  asks: number
  onConfirm: () => void
}) {
  const t = useTranslations('collect')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // With a mouse there is a keyboard, too.
  const [keyboard, setKeyboard] = useState<'pad' | 'own'>(() =>
    window.matchMedia('(pointer: fine)').matches ? 'own' : 'pad',
  )
  const [isOpen, setOpen] = useState(true)
  const [other, setOther] = useState(false)
  const digits = needsDigit(value) !== other
  // A whole plate needs no more keys: the room is for the other fields.
  const isWhole = isWholePlate(value)
  const hasPad = keyboard === 'pad' && (isOpen || !isWhole)
  const change = (next: string) => {
    if (isWholePlate(next) && !isWhole) setOpen(false)
    onChange(next)
  }
  const type = (key: string) => {
    setOther(false)
    change(formatPlate(value + key))
  }
  const rows = digits ? DIGITS : LETTERS
  return (
    <div ref={box} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="font-semibold">
          {t('plate')}
        </label>
        <button
          type="button"
          onClick={() => {
            setKeyboard(keyboard === 'pad' ? 'own' : 'pad')
            setOpen(true)
            if (keyboard === 'pad') input.current?.focus()
          }}
          className="touch-link gap-1.5 text-sm font-semibold"
        >
          <Icon as={Keyboard} />
          {t(keyboard === 'pad' ? 'plateOwnKeyboard' : 'platePad')}
        </button>
      </div>
      {/* biome-ignore lint/plugin: a form of this app comes from the phone, after the script */}
      <input
        ref={input}
        id={id}
        dir="ltr"
        value={value}
        inputMode={keyboard === 'pad' ? 'none' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => change(event.target.value)}
        onBlur={({ relatedTarget }) => {
          onChange(formatPlate(value))
          // Pressing a key of the pad also leaves the field.
          if (relatedTarget && !box.current?.contains(relatedTarget)) setOpen(false)
        }}
        className={`block min-h-14 w-full rounded-control border-2 bg-plate px-3 text-center text-3xl font-bold tracking-[0.08em] text-on-plate uppercase ${error ? 'border-danger' : 'border-ink'}`}
      />
      <div
        id={`${id}-note`}
        aria-live="polite"
        className={error ? 'flex items-start gap-1.5 font-semibold text-danger' : 'font-semibold text-warn'}
      >
        {error && <Icon as={CircleAlert} className="mt-0.5" />}
        {error ?? hint}
      </div>
      {asks > 0 && (
        <div
          key={asks}
          role="alert"
          tabIndex={-1}
          ref={focusOnMount}
          className="flex flex-col gap-2 rounded-control bg-warn-wash p-3 outline-none"
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
      {hasPad && (
        <fieldset dir="ltr" className="flex min-w-0 flex-col gap-1.5 md:max-w-xl">
          <legend className="sr-only">{t('plateKeys')}</legend>
          {rows.map((row, at) => (
            <div key={row.join('')} className="flex justify-center gap-[min(0.25rem,1vw)]">
              {!digits && at === rows.length - 1 && (
                <Key isWide onPress={() => setOther(!other)}>
                  123
                </Key>
              )}
              {row.map((key) => (
                <Key key={key} onPress={() => type(key)}>
                  {key}
                </Key>
              ))}
              {digits && at === 0 && (
                <Key isWide onPress={() => setOther(!other)}>
                  ABC
                </Key>
              )}
              {at === rows.length - 1 && (
                <Key isWide label={t('plateDelete')} onPress={() => onChange(plateKey(value).slice(0, -1))}>
                  <Icon as={Delete} />
                </Key>
              )}
            </div>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Key({
  label,
  isWide = false,
  onPress,
  children,
}: {
  label?: string
  isWide?: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={`grid min-h-12 min-w-0 touch-manipulation place-items-center rounded-control bg-fill font-semibold active:bg-line ${isWide ? 'flex-[1.6] text-[min(1rem,4vw)]' : 'max-w-[5rem] flex-1 text-[min(1.25rem,5.2vw)]'}`}
    >
      {children}
    </button>
  )
}
