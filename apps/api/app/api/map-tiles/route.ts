/** What the web apps' proxies answer there: the map of /design shows its own ground alone. */
export const GET = () => Response.json(null)
