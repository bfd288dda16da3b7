import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-look.ts'
import { Icon } from './icon.tsx'

/** A button. While `busy` it cannot be pressed, turns a ring, and should say in words what it is doing. */
export function Button({
  look,
  size,
  wide,
  busy = false,
  className,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonLook & { busy?: boolean } & ComponentProps<'button'>) {
  const style = { ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }
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
