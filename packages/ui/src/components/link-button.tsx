import type { ComponentProps } from 'react'
import { Link } from '../i18n/navigation.ts'
import { type ButtonVariant, buttonClass } from './button.tsx'

/** A link to another page, styled as a button. `href` is without the language. */
export function LinkButton({ variant, size, wide, className, ...rest }: ButtonVariant & ComponentProps<typeof Link>) {
  const style = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return <Link {...rest} className={buttonClass(style, className)} />
}
