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
  main: 'bg-body text-on-body band-below min-h-14 pb-3 hover:bg-body-strong disabled:bg-fill disabled:text-soft disabled:bg-none',
  second: 'bg-fill text-ink hover:bg-line disabled:text-soft',
  quiet: 'text-link hover:bg-fill disabled:text-soft',
  danger: 'bg-danger-wash text-danger disabled:bg-fill disabled:text-soft',
} as const

const SIZES = { medium: 'min-h-12 px-4', large: 'min-h-14 px-6' } as const

export const buttonClass = ({ variant = 'second', size = 'medium', wide = false }: ButtonVariant, className?: string) =>
  cx(
    // `wrap-break-word`: in a row that is too short the label goes on in another line, but no word of it.
    'inline-flex max-w-full items-center justify-center gap-2 rounded-control py-2 text-center leading-tight font-semibold wrap-break-word transition-[background-color,scale] active:not-disabled:scale-97',
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
