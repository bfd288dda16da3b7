'use client'

import { Toast } from '@base-ui/react/toast'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo } from 'react'

/** `done` and `news` go by themselves after a while; `warn` stays until it is closed. */
type Tone = 'done' | 'news' | 'warn'

const LOOKS = {
  done: { icon: CircleCheck, look: 'border-ok bg-ok-wash', ink: 'text-ok' },
  news: { icon: Info, look: 'border-edge bg-raised', ink: 'text-ink' },
  warn: { icon: TriangleAlert, look: 'border-warn bg-warn-wash', ink: 'text-warn' },
} as const

/** `const tell = useTell(); tell('done', t('saved'))`: news of what has happened, never of what has not arrived yet. */
export function useTell() {
  const { add } = Toast.useToastManager()
  return useMemo(
    () => (tone: Tone, words: string) =>
      void add({
        type: tone,
        description: words,
        timeout: tone === 'warn' ? 0 : 8_000,
        priority: tone === 'warn' ? 'high' : 'low',
      }),
    [add],
  )
}

/** Where news is told, in the corner. A screen reader hears it; F6 leads there. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-2 bottom-2 z-40 flex flex-col gap-2 lg:inset-x-auto lg:right-4 lg:bottom-4 lg:w-96">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const t = useTranslations('common')
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const { icon, look, ink } = LOOKS[toast.type === 'done' || toast.type === 'warn' ? toast.type : 'news']
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={[]}
        className={cx('rounded-control border-2 transition-opacity data-ending-style:opacity-0', look)}
      >
        <Toast.Content className="flex items-start gap-3 py-1 pl-3">
          <Icon as={icon} className={cx('mt-2.5', ink)} />
          <Toast.Description className="min-w-0 flex-1 py-2" />
          <Toast.Close aria-label={t('close')} className="grid min-h-touch min-w-touch place-items-center">
            <Icon as={X} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
