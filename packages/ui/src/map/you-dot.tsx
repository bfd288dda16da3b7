import { useTranslations } from 'next-intl'

/** Where the reader is, on a map. */
export const YouDot = () => (
  <span
    role="img"
    aria-label={useTranslations('map')('yourPlace')}
    className="pointer-events-none block size-5 rounded-full border-3 border-white bg-you shadow-[0_1px_4px_rgb(0_0_0/0.4)]"
  />
)
