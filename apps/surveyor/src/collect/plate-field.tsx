import { CITY } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { Delete, Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useId, useState } from 'react'

const USUAL = new RegExp(CITY.plates.usual)
const EXAMPLES = CITY.plates.examples.map(plateKey)
/** The letters that the city's plates can have, at whatever place; where I and O look like digits, neither. */
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) =>
  EXAMPLES.some((plate) => [...plate].some((_, at) => USUAL.test(plate.slice(0, at) + letter + plate.slice(at + 1)))),
)
const COLUMNS = Math.ceil(LETTERS.length / 4)

/**
 * A plate field with large keys of its own: all letters and digits at once, so that every kind of plate can be typed and
 * no key ever moves. The phone's keyboard is a press away.
 */
export function PlateField({
  input,
  value,
  onChange,
  isWrong,
  photo,
  message,
}: {
  input: RefObject<HTMLInputElement | null>
  value: string
  onChange: (plate: string) => void
  isWrong: boolean
  /** Stands before the field. */
  photo: ReactNode
  /** The line between the field and its keys, which describes the field. */
  message: (id: string) => ReactNode
}) {
  const t = useTranslations('collect')
  const id = useId()
  // With a mouse there is a keyboard, too.
  const [hasPad, setPad] = useState(() => !window.matchMedia('(pointer: fine)').matches)
  return (
    <div className="flex flex-col gap-1">
      <div className="relative flex gap-2">
        {photo}
        {/* biome-ignore lint/plugin: a form of this app comes from the phone, after the script */}
        <input
          ref={input}
          aria-label={t('plate')}
          dir="ltr"
          value={value}
          inputMode={hasPad ? 'none' : 'text'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onChange(formatPlate(value))}
          className={`h-[52px] min-w-0 flex-1 rounded-control border-2 bg-plate px-3 text-center text-[min(1.875rem,9vw)] font-bold tracking-[0.08em] text-on-plate uppercase ${isWrong ? 'border-danger' : 'border-ink'}`}
        />
      </div>
      {message(`${id}-note`)}
      {hasPad ? (
        <fieldset dir="ltr" className="flex min-w-0 flex-col gap-1 md:max-w-xl">
          <legend className="sr-only">{t('plateKeys')}</legend>
          <div className="grid gap-1" style={{ gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))` }}>
            {LETTERS.map((key) => (
              <Key key={key} onPress={() => onChange(formatPlate(value + key))}>
                {key}
              </Key>
            ))}
          </div>
          <div className="grid grid-cols-6 gap-1">
            {[...'12345'].map((key) => (
              <Key key={key} isDigit onPress={() => onChange(formatPlate(value + key))}>
                {key}
              </Key>
            ))}
            <Key label={t('plateDelete')} onPress={() => onChange(plateKey(value).slice(0, -1))}>
              <Icon as={Delete} />
            </Key>
            {[...'67890'].map((key) => (
              <Key key={key} isDigit onPress={() => onChange(formatPlate(value + key))}>
                {key}
              </Key>
            ))}
            <Key
              label={t('plateOwnKeyboard')}
              onPress={() => {
                setPad(false)
                requestAnimationFrame(() => input.current?.focus())
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
          className="touch-link gap-1.5 self-end text-sm font-semibold"
        >
          <Icon as={Keyboard} />
          {t('platePad')}
        </button>
      )}
    </div>
  )
}

/** Of the same size with any size of text, so that all of them stay in reach. */
function Key({
  label,
  isDigit = false,
  onPress,
  children,
}: {
  label?: string
  isDigit?: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={`grid h-[clamp(44px,7dvh,56px)] min-w-0 touch-manipulation place-items-center rounded-control text-[min(1.375rem,24px)] font-semibold active:bg-line ${isDigit ? 'bg-ok-wash' : label === undefined ? 'bg-fill' : ''}`}
    >
      {children}
    </button>
  )
}
