'use client'

import { buttonClass } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const load = () => import('./search-sheet.tsx').then((module) => module.SearchSheet)
const SearchSheet = dynamic(load, { ssr: false })
/** Loaded this long after the page, so that what is typed right after Ctrl+K is not lost. */
const LOAD_AFTER_MS = 1_500

/** The search over the whole console: a button, or Ctrl+K (⌘K) anywhere. */
export function GlobalSearch() {
  const t = useTranslations('globalSearch')
  const [open, setOpen] = useState(false)
  // Shown on first use, and kept for the closing animation.
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
    const loading = setTimeout(load, LOAD_AFTER_MS)
    return () => {
      removeEventListener('keydown', onKey)
      clearTimeout(loading)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass({}, 'max-lg:px-2.5 lg:min-h-9 lg:px-2.5 lg:text-sm')}
      >
        <Icon as={Search} />
        <span className="max-lg:sr-only">{t('open')}</span>
        <span className="ms-auto text-sm text-soft max-[1400px]:hidden" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {wasOpen && <SearchSheet open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
