const first = (rules: readonly (readonly [RegExp, string])[], text: string): string | null =>
  rules.find(([pattern]) => pattern.test(text))?.[1] ?? null

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Most browsers name several: the first of this list is right. */
const browsers = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const

/** Browser and system of a User-Agent, such as "Firefox on Linux", so that a person recognizes a session. */
export const browserName = (userAgent: string | null): string => {
  const [browser, system] = [first(browsers, userAgent ?? ''), first(systems, userAgent ?? '')]
  if (browser === null) return system ?? 'Unknown browser'
  return system === null ? browser : `${browser} on ${system}`
}
