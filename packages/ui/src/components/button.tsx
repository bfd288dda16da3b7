import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from '../i18n/navigation.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** A button. While `busy` it is disabled and shows a spinner; its text should say what it is doing. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonVariant & { busy?: boolean } & ComponentProps<'button'>) {
  const style = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy}
      className={buttonClass(style, className)}
    >
      {busy && <Icon as={LoaderCircle} className="animate-turn" />}
      {children}
    </button>
  )
}

/** `main`: a page's primary action, with the yellow band; `quiet`: unobtrusive; `danger`: irreversible. */
export type ButtonVariant = {
  variant?: 'main' | 'second' | 'quiet' | 'danger'
  size?: 'medium' | 'large'
  wide?: boolean
}

const VARIANTS = {
  main: 'bg-body text-on-body font-bold band-below pb-[calc(0.5rem+var(--spacing-band))] hover:bg-body-strong disabled:bg-sunken disabled:text-soft disabled:bg-none',
  second:
    'border-2 border-edge bg-raised text-ink font-semibold hover:border-ink disabled:text-soft disabled:border-line',
  quiet:
    'text-link font-semibold underline underline-offset-4 decoration-2 decoration-line hover:decoration-current disabled:text-soft disabled:no-underline',
  danger:
    'border-2 border-danger bg-raised text-danger font-semibold hover:bg-danger-wash disabled:text-soft disabled:border-line',
} as const

// With large text on a phone, the padding of a large button does not grow, to leave room for its text.
const SIZES = { medium: 'min-h-touch px-3 text-base', large: 'min-h-16 px-[min(1.5rem,7vw)] text-lg' } as const

export const buttonClass = ({ variant = 'second', size = 'medium', wide = false }: ButtonVariant, className?: string) =>
  cx(
    // `wrap-break-word`: in a row that is too short the label goes on in another line, but no word of it.
    'inline-flex max-w-full items-center justify-center gap-2 rounded-control py-2 text-center leading-tight wrap-break-word transition-colors',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
    className,
  )

/** A link to another page, styled as a button. `href` is without the language. */
export function LinkButton({ variant, size, wide, className, ...rest }: ButtonVariant & ComponentProps<typeof Link>) {
  const style = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return <Link {...rest} className={buttonClass(style, className)} />
}
