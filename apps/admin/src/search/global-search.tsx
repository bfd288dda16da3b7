'use client'

import { buttonClass } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const SearchSheet = dynamic(() => import('./search-sheet.tsx').then((module) => module.SearchSheet), { ssr: false })

/** The search over the whole console: a button, or Ctrl+K (⌘K) anywhere. */
export function GlobalSearch() {
  const t = useTranslations('globalSearch')
  const [open, setOpen] = useState(false)
  // Loaded on first use, and kept for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  const show = () => {
    setWasOpen(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setWasOpen(true)
      setOpen((isOpen) => !isOpen)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass({}, 'lg:justify-start')}
      >
        <Icon as={Search} />
        <span className="max-lg:sr-only">{t('open')}</span>
        <span className="ml-auto text-sm text-soft max-lg:hidden" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {wasOpen && <SearchSheet open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
