/** The texts of a locale by their paths, such as `labels.name`. */
export type Leaves = Map<string, string>

const leavesOf = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leavesOf(value, `${path}${key}.`),
  )

/** Every text of a locale by its path; `direction` is none. */
export const leaves = (texts: object): Leaves => new Map(leavesOf(texts).filter(([path]) => path !== 'direction'))

/** The texts of all locales, each as its tag and its leaves. */
export const allLeaves = (locales: Record<string, object>): [string, Leaves][] =>
  Object.entries(locales).map(([locale, texts]) => [locale, leaves(texts)])

/** Whether something is wrong with a text. */
export type Check = (text: string, path: string, locale: string) => boolean

/** The texts of all locales that a check finds something wrong with, as `de labels.name: Name`. */
export const faultsIn =
  (locales: [string, Leaves][]) =>
  (isWrong: Check): string[] =>
    locales.flatMap(([locale, texts]) =>
      [...texts]
        .filter(([path, text]) => isWrong(text, path, locale))
        .map(([path, text]) => `${locale} ${path}: ${text}`),
    )

/** The places for names in a text, also those that lack a brace, in one order: a language has an order of its own. */
export const places = (text = ''): string => (text.match(/\{[^}]*\}?|\}/g) ?? []).sort().join(' ')
