/**
 * The tag of ours for tags whose own name does not lead to it: other scripts' regions (as CLDR groups them), the newer of
 * two names, and the language nearest by.
 */
const NEAREST = new Map(
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

/** A tag and what is left of it when subtags are dropped from the right, longest first; 35 characters name any language. */
const lookups = (tag: string): string[] => {
  const subtags = tag.slice(0, 35).toLowerCase().split(/[-_]/)
  return subtags.map((_, dropped) => subtags.slice(0, subtags.length - dropped).join('-'))
}

/**
 * The best of the locales that we have: by "lookup" of RFC 4647, 3.4, and the nearest of ours where that finds none.
 *
 * @param wanted tags in order of preference, as `de-AT`
 * @param have tags that there are; English, else the first, is for those whose languages we lack
 */
export const bestLocale = (wanted: readonly string[], have: readonly string[]): string => {
  const ours = new Map(have.map((locale) => [locale.toLowerCase(), locale]))
  for (const tag of wanted.flatMap(lookups)) {
    const match = ours.get(tag) ?? ours.get(NEAREST.get(tag) ?? '')
    if (match) return match
  }
  return ours.get('en') ?? have[0]!
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

/** The tags that a request asks for, best first: that of `?locale=`, then those of Accept-Language. */
export const wantedLocales = (request: Request): string[] => {
  const asked = new URL(request.url).searchParams.get('locale')
  return [...(asked ? [asked] : []), ...acceptedLocales(request.headers.get('accept-language'))]
}

/** The locale to answer a request in. */
export const localeOf = (request: Request, have: readonly string[]): string => bestLocale(wantedLocales(request), have)
