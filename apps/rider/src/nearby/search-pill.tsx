import { Icon } from '@salama/ui/components/icon.tsx'
import { LogoMark } from '@salama/ui/components/logo.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { ScanQrCode } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** The way to everything with a name, over the map, and to a vehicle by its sticker. Links: they need no script. */
export function SearchPill() {
  const t = useTranslations('nearby')
  return (
    <div className="over-map z-4 flex items-center rounded-[26px] max-split:sticky max-split:top-3 max-split:col-start-1 max-split:row-start-1 max-split:mx-3 max-split:mt-3 max-split:max-w-[calc(100%-24px)] max-split:self-start split:mx-6 split:mt-6 split:bg-fill split:shadow-none">
      <Link
        href="/search"
        prefetch={false}
        className="flex min-h-[52px] min-w-0 flex-1 items-center gap-3 ps-3 text-soft"
      >
        <LogoMark className="size-8 shrink-0" />
        <span className="line-clamp-2 text-[min(1.0625rem,18px)] leading-tight">{t('searchHint')}</span>
      </Link>
      <Link
        href="/v"
        prefetch={false}
        aria-label={t('scan')}
        className="grid size-12 shrink-0 place-items-center text-[24px] text-ink"
      >
        <Icon as={ScanQrCode} />
      </Link>
    </div>
  )
}
