import type { ComponentProps } from 'react'
import { Link } from '../i18n/navigation.ts'
import { type ButtonLook, buttonClass } from './button.tsx'

/** A link to another page that looks like a button. `href` is without the language. */
export function LinkButton({ look, size, wide, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  const style = { ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }
  return <Link {...rest} className={buttonClass(style, className)} />
}
