import { CITY_TEXTS } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'

export const dynamic = 'force-static'

const [language = 'en'] = CITY.languages
const inJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
const inHtml = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The page to which the quick exit leads: nothing but the time in the city. It says nothing of Salama. */
export const GET = () =>
  new Response(
    `<!doctype html>
<html lang="${language}" dir="auto">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${inHtml(CITY_TEXTS.quickExit[language])}</title>
    <link rel="icon" href="data:,">
    <style>
      :root { color-scheme: light dark; font: 1.25rem/1.5 system-ui, sans-serif; }
      body { min-height: 90vh; margin: 0; display: grid; place-content: center; text-align: center; }
      h1 { font-size: 1.25rem; font-weight: 400; margin: 0; }
      p { margin: 0; }
      #time { font-size: 4.5rem; font-variant-numeric: tabular-nums; }
    </style>
  </head>
  <body>
    <main>
      <h1>${inHtml(CITY.name[language])}</h1>
      <p id="time">&nbsp;</p>
      <p id="date">&nbsp;</p>
    </main>
    <script>
      // A new entry removes those ahead of it from the history.
      history.pushState(null, '')
      const language = ${inJson(CITY.formats[language])}
      const zone = { timeZone: ${inJson(CITY.timeZone)} }
      const show = () => {
        const now = new Date()
        document.getElementById('time').textContent = now.toLocaleTimeString(language, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
        document.getElementById('date').textContent = now.toLocaleDateString(language, { ...zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
      }
      show()
      setInterval(show, 1000)
    </script>
  </body>
</html>
`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
