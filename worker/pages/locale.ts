/** Our tags for tags that lookup does not find: regions of other scripts (as CLDR groups them), renamed and close languages. */
const fallbackLocales = new Map(
  Object.entries({
    'zh-Hant': 'zh-TW zh-HK zh-MO yue',
    'zh-Hans': 'zh',
    'pt-BR': 'pt',
    'pt-PT': 'pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL',
    'es-419':
      'es-AR es-BO es-BR es-BZ es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PY es-SV es-US es-UY es-VE',
    nb: 'no nn',
    hr: 'bs',
    'sr-Latn': 'sh sr-ME',
    ro: 'mo',
    he: 'iw',
    id: 'in',
    fil: 'tl',
  }).flatMap(([ours, others]) => others.split(' ').map((other) => [other.toLowerCase(), ours.toLowerCase()])),
)

/** A tag and its prefixes of subtags, longest first. 35 characters are enough for any language. */
const lookups = (tag: string): string[] => {
  const subtags = tag.slice(0, 35).toLowerCase().split(/[-_]/)
  return subtags.map((_, dropped) => subtags.slice(0, subtags.length - dropped).join('-'))
}

/**
 * Chooses a locale by "lookup" of RFC 4647, 3.4, then by `fallbackLocales`.
 *
 * @param wanted tags in order of preference, such as `de-AT`
 * @param have available tags; English, else the first, is the default
 */
export const bestLocale = (wanted: readonly string[], have: readonly string[]): string => {
  const ours = new Map(have.map((locale) => [locale.toLowerCase(), locale]))
  for (const tag of wanted.flatMap(lookups)) {
    const match = ours.get(tag) ?? ours.get(fallbackLocales.get(tag) ?? '')
    if (match) return match
  }
  return ours.get('en') ?? have[0]!
}

/** The tags of an Accept-Language header, best first, without those of weight 0. */
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

/** The locales that a request prefers: that of `?locale=`, then those of Accept-Language. */
export const requestedLocales = (request: Request): string[] => {
  const asked = new URL(request.url).searchParams.get('locale')
  return [...(asked ? [asked] : []), ...acceptedLocales(request.headers.get('accept-language'))]
}

/** The locale of the response to a request. */
export const chooseLocale = (request: Request, have: readonly string[]): string =>
  bestLocale(requestedLocales(request), have)
