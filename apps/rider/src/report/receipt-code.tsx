import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { copyText } from '@salama/ui/copy-text.ts'
import { Copy, KeyRound } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { inGroups, receiptAddress, receiptLink } from '@/outbox/receipt-code.ts'

/**
 * The receipt code, for people without an account: to copy, and behind a press as text and QR code, because whoever reads
 * it over a shoulder could use it. Only this phone has it.
 */
export function ReceiptCode({ code, sensitive }: { code: string; sensitive: boolean }) {
  const t = useTranslations('report.code')
  const locale = useLocale()
  const [copied, setCopied] = useState<'code' | 'link' | 'failed' | null>(null)
  const [path, setPath] = useState<QrPath | null>(null)
  const link = receiptLink(window.location.origin, locale, code)
  const copy = async (what: 'code' | 'link') =>
    setCopied((await copyText(what === 'code' ? inGroups(code) : link)) ? what : 'failed')
  const draw = () => qrPath(link).then(setPath, () => null) // the code and the link are there without it
  return (
    <section aria-labelledby="code" className="flex flex-col gap-3 border-y border-line py-4">
      <h2 id="code" className="flex items-center gap-2 font-semibold">
        <Icon as={KeyRound} />
        {t('title')}
      </h2>
      <p className="max-w-prose">{t('words')}</p>
      <p className="max-w-prose font-semibold">{t(sensitive ? 'onceNow' : 'onceToday')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => copy('code')}>
          <Icon as={Copy} />
          {t('copyCode')}
        </Button>
        <Button onClick={() => copy('link')}>
          <Icon as={Copy} />
          {t('copyLink')}
        </Button>
      </div>
      <p role="status" className="text-soft empty:hidden">
        {copied && t(`copied.${copied}`)}
      </p>
      <details open={copied === 'failed'} onToggle={(event) => event.currentTarget.open && !path && draw()}>
        <summary className="touch-link cursor-pointer">{t('show')}</summary>
        <div className="flex flex-col gap-3">
          <p className="w-fit rounded-control bg-fill px-3 py-2 text-xl font-bold tracking-widest tabular-nums">
            {inGroups(code)}
          </p>
          <p className="max-w-prose">{t('where', { address: receiptAddress(window.location.host, locale) })}</p>
          {path && (
            <svg
              role="img"
              aria-label={t('qr')}
              viewBox={`0 0 ${path.size} ${path.size}`}
              shapeRendering="crispEdges"
              className="size-52 rounded-md bg-plate"
            >
              <path d={path.d} fill="var(--color-on-plate)" />
            </svg>
          )}
        </div>
      </details>
    </section>
  )
}

type QrPath = { size: number; d: string }

/** The quiet zone of ISO/IEC 18004, in modules. */
const QUIET = 4

/** A QR code as one path, made on this phone; dark on light in both themes, because scanners expect it. */
async function qrPath(text: string): Promise<QrPath> {
  const { default: encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const d = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, d }
}
