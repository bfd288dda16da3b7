import { useLocale } from 'next-intl'
import { timesIn } from './times.ts'

/** Times in the language of the page. */
export const useTimes = () => timesIn(useLocale())
