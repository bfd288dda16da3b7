import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export type MailServer = { port: number; arrived: { to: string; at: number }[]; close: () => Promise<void> }

/** As much of a mail server as one mail needs. It answers each recipient as it is told, or hangs up without words, and remembers whom it took. */
export async function startMailServer(answer = () => '250 taken'): Promise<MailServer> {
  const arrived: MailServer['arrived'] = []
  const server = createServer((socket) => {
    let isBody = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {}) // the line was cut
    say('220 mail')
    createInterface(socket).on('line', (line) => {
      if (isBody && line !== '.') return
      const wasBody = isBody
      isBody = line === 'DATA'
      const reply = line.startsWith('RCPT TO:') ? answer() : '250 ok'
      if (reply === '') return void socket.destroy()
      if (line.startsWith('RCPT TO:') && reply.startsWith('250'))
        arrived.push({ to: /<(.*)>/.exec(line)?.[1] ?? '', at: performance.now() })
      say(isBody && !wasBody ? '354 go on' : line === 'QUIT' ? '221 bye' : reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    arrived,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
