/** Stores a value that needs no escaping in a cookie of this site, or removes it (`lifeS` 0). */
export function setCookie(name: string, value: string, lifeS: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${name}=${value}; path=/; max-age=${lifeS}; samesite=lax`
}
