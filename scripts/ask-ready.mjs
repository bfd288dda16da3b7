/** `node scripts/ask-ready.mjs <port>`, for a container: whether the process on that port can serve. */
const { ok } = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`, { signal: AbortSignal.timeout(9000) })
process.exit(ok ? 0 : 1)
