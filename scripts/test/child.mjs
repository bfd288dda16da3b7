/** Responds on PORT, and logs when it starts and ends. */
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { NAME, PORT, EVENTS = '', FAILING } = process.env
/** @param {string} event */
const write = (event) => appendFileSync(EVENTS, `${NAME} ${event} ${process.pid}\n`)

if (FAILING === NAME) {
  console.error('the setting X is wrong')
  process.exit(1)
}
write('started')
createServer((_, response) => response.end('ok')).listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => {
  write('ending')
  // Like an app that finishes its requests first.
  setTimeout(() => {
    write('ended')
    process.exit(0)
  }, 200)
})
