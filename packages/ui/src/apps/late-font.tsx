import { hyperlegible } from '../font.ts'

const [FAMILY = ''] = hyperlegible.style.fontFamily.split(',')

/**
 * Before the first paint: our font, if an earlier page of this browser fetched it. Else it is fetched once the page has
 * long been there, for the next one. A browser that met the font in the styles would fetch it before everything else
 * and keep text back for it, and on a slow network it comes too late for that page anyway.
 */
const SCRIPT = `(() => {
const key = 'salama.font', name = ${JSON.stringify(hyperlegible.variable)}, { classList } = document.documentElement
try {
  if (localStorage.getItem(key) === name) return classList.add(name)
} catch { return }
addEventListener('load', () => setTimeout(() => document.fonts.load(${JSON.stringify(`1em ${FAMILY}`)}).then(
  (fonts) => fonts.length > 0 && localStorage.setItem(key, name)).catch(() => null), 3000))
})()`

/** Put it first in the body, and `suppressHydrationWarning` on <html>. */
export const LateFont = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; it has to run before the first paint
  <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
)
