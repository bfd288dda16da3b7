'use client'

import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { Icon } from './icon.tsx'

/**
 * A modal sheet, from the bottom on a phone. Focus is moved, trapped and restored. Load on demand: it bundles Base UI.
 */
export function Sheet({
  title,
  open,
  onClose,
  onClosed,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  /** Once it has left the page, and the focus is back where it was. */
  onClosed?: () => void
  children: ReactNode
}) {
  const t = useTranslations('common')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      onOpenChangeComplete={(next) => next || onClosed?.()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector('input') ?? true}
          className="fixed inset-x-0 bottom-0 z-30 flex max-h-[92dvh] min-h-[60dvh] flex-col gap-4 overflow-y-auto rounded-t-sheet bg-raised p-4 pb-8 outline-none transition-transform ease-out data-ending-style:translate-y-full data-starting-style:translate-y-full md:inset-x-auto md:top-24 md:bottom-auto md:left-1/2 md:max-h-[calc(100dvh-8rem)] md:min-h-0 md:w-lg md:-translate-x-1/2 md:rounded-sheet md:data-ending-style:translate-y-4 md:data-starting-style:translate-y-4"
        >
          <div className="flex items-center justify-between gap-3">
            <Dialog.Title className="text-xl font-bold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={t('close')}
              className="grid min-h-touch min-w-touch place-items-center rounded-full bg-fill"
            >
              <Icon as={X} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
