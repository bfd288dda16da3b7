import { fromCityTime } from '@salama/domain/shared'
import { LogoMark } from '@salama/ui/components/logo.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import encodeQR from 'qr'

type Props = {
  certificate: { code: string; course: { title: string }; issuedOn: string; displayName: string | null }
  /** The public URL for checking it. */
  address: string
}

/** A certificate for screen and print: name, course, date, and how to check it. */
export function CertificateView({ certificate: { code, course, issuedOn, displayName }, address }: Props) {
  const t = useTranslations('certificate')
  const { day } = useTimes()
  return (
    <section
      aria-label={t('title')}
      className="flex flex-col gap-6 rounded-control bg-raised p-5 band-above md:flex-row md:items-center md:p-8 print:break-inside-avoid"
    >
      <div className="flex flex-1 flex-col gap-4">
        <LogoMark className="size-12" />
        {displayName !== null && <p className="text-xl font-bold">{displayName}</p>}
        <p>
          {t.rich(displayName === null ? 'saysNoName' : 'says', {
            course: () => <strong>{course.title}</strong>,
            day: day(fromCityTime(issuedOn)),
          })}
        </p>
        <p className="text-soft">
          {t('code')}{' '}
          <span className="font-semibold tracking-wide whitespace-nowrap text-ink tabular-nums">{code}</span>
        </p>
        <p className="hidden text-sm wrap-anywhere print:block">
          {t('checkAt')} <span className="font-semibold">{address}</span>
        </p>
      </div>
      <div className="flex flex-col items-center gap-2">
        <QrCode text={address} label={t('qr')} />
        <p className="text-sm text-soft">{t('qrHint')}</p>
      </div>
    </section>
  )
}

/** The quiet zone around the QR code, in modules. */
const QUIET = 4

/** A QR code as one path; dark on light in both themes, because scanners expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md bg-plate"
    >
      <path d={path} fill="var(--color-on-plate)" />
    </svg>
  )
}

/** Where the pieces begin, when and in which colour; always the same, so that server and browser agree. */
const PIECES = Array.from({ length: 28 }, (_, at) => ({
  left: `${(at * 37) % 100}%`,
  delay: `${(at % 7) * 90}ms`,
  colour: ['var(--color-band)', 'var(--color-link)', 'var(--color-ok)', 'var(--color-danger)'][at % 4],
}))

/** Confetti, once. Nothing for people who asked their device for less motion. */
export function Celebration() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-10 h-0 motion-reduce:hidden print:hidden">
      {PIECES.map(({ left, delay, colour }) => (
        <span
          key={left}
          className="absolute -top-4 h-4 w-2.5 animate-confetti rounded-sm"
          style={{ left, animationDelay: delay, background: colour }}
        />
      ))}
    </div>
  )
}
