import { deviceStore } from '@salama/http/device-storage'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Checkbox } from '@/parts/options.tsx'
import { useCommands } from '@/search/commands.ts'
import type messages from '../../messages/en.json'

type ShortcutName = keyof (typeof messages)['review']['shortcut']

/** A key and its action, labelled by `review.shortcut.<name>`. */
export type Shortcut = { keys: readonly string[]; name: ShortcutName; run: () => void }

const OFF = 'review-shortcuts-off'
const listeners = new Set<() => void>()
const isOff = () => deviceStore.getItem(OFF) !== null

function setOff(off: boolean): void {
  if (off) deviceStore.setItem(OFF, '1')
  else deviceStore.removeItem(OFF)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether single-key shortcuts are on, which disturb voice input and unsteady hands; `unknown` until hydration. */
const useShortcutState = () =>
  useSyncExternalStore(
    subscribe,
    () => (isOff() ? 'off' : 'on'),
    () => 'unknown',
  )

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

const isFree = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(TYPING)) &&
  document.querySelector('[role=dialog]') === null

/** Binds single keys, except while typing, in a dialog, or when turned off. The palette has their actions, too. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const t = useTranslations('review')
  const state = useShortcutState()
  useCommands(shortcuts.map(({ keys, name, run }) => ({ id: name, name: t(`shortcut.${name}`), key: keys[0], run })))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return
    const found = shortcuts.find(({ keys }) => keys.includes(event.key))
    if (!found) return
    event.preventDefault()
    found.run()
  })
  // A layout effect, so that keys work from the moment the page is shown, also after a navigation.
  useLayoutEffect(() => {
    if (state !== 'on') return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [state])
}

const KEY_LABELS: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }

/** A drawn key, hidden from screen readers, because the button has the label. */
export function Key({ name }: { name: string }) {
  const state = useShortcutState()
  if (state === 'off') return null
  return (
    <kbd
      aria-hidden
      className={cx(
        state === 'unknown' && 'invisible', // keeps its space to avoid a layout shift
        'hidden min-w-5 rounded border border-edge px-0.5 text-center font-sans text-sm font-normal lg:inline-block',
      )}
    >
      {KEY_LABELS[name] ?? name}
    </kbd>
  )
}

/** The button that lists the shortcuts, with the switch to disable them. `open` may be set by the key `?`. */
export function ShortcutHelp({
  shortcuts,
  open,
  onOpen,
}: {
  shortcuts: readonly Shortcut[]
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const t = useTranslations('review')
  const state = useShortcutState()
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  return (
    <>
      <Button onClick={() => onOpen(true)} className="shrink-0 lg:min-h-9 lg:px-2 lg:py-0">
        <Icon as={Keyboard} />
        <span className="sr-only">{t('keys')}</span>
        <Key name="?" />
      </Button>
      {wasOpened && (
        <Sheet title={t('keys')} open={open} onClose={() => onOpen(false)}>
          <Checkbox checked={state !== 'off'} onChange={(isOn) => setOff(!isOn)} className="self-start font-semibold">
            {t('keysOn')}
          </Checkbox>
          <p className="text-soft">{t('keysWords')}</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
            {shortcuts.map(({ keys, name }) => (
              <div key={name} className="contents">
                <dt className="flex gap-1">
                  {keys.map((key) => (
                    <kbd key={key} className="min-w-7 rounded bg-raised px-1.5 text-center font-sans">
                      {KEY_LABELS[key] ?? key}
                    </kbd>
                  ))}
                </dt>
                <dd>{t(`shortcut.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
      )}
    </>
  )
}
