/**
 * The best of the locales that we have.
 *
 * @param wanted tags in order of preference, as `de-AT`; a language without its region is a match
 * @param have tags that there are; the first is for those whose language we lack
 */
export const bestLocale = (wanted: readonly string[], have: readonly string[]): string => {
  const find = (tag: string) => have.find((locale) => locale.toLowerCase() === tag)
  for (const tag of wanted.map((tag) => tag.toLowerCase())) {
    const match = find(tag) ?? find(tag.split('-', 1)[0]!)
    if (match) return match
  }
  return find('en') ?? have[0]!
}

/** The tags of an Accept-Language header, best first; those with a weight of 0 are not wanted. */
export const acceptedLocales = (header: string | null): string[] =>
  (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((text) => text.trim())
      return { tag, weight: Number(weight.replace(/^q=/, '')) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
