import type { Option } from '../../fields/select/select.ts'

/** All assigned ISO 3166-1 alpha-2 codes. */
const CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZ' +
  'ECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZ' +
  'LALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW' +
  'SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/**
 * The countries by name in a language, sorted for it.
 *
 * @param initial the merchant's value, which is added as an option if it is not in the list, such as a code of three letters
 */
export const countries = (locale: string, initial: string): readonly Option[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const list = CODES.match(/../g)!.map((value) => ({ value, label: names.of(value)! }))
  if (initial && !CODES.match(/../g)!.includes(initial)) list.push({ value: initial, label: initial })
  const { compare } = new Intl.Collator(locale)
  return list.sort((a, b) => compare(a.label, b.label))
}
