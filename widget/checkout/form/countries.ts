import type { Option } from '../../fields/select/select.ts'

/** ISO 3166-1 alpha-2: every code that is assigned. */
const CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZ' +
  'ECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZ' +
  'LALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW' +
  'SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/**
 * The countries by their names in a language, in its order.
 *
 * @param known what the merchant says, which is an entry too where it is none of ours: a code of three letters, say
 */
export const countries = (locale: string, known: string): readonly Option[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const list = CODES.match(/../g)!.map((value) => ({ value, label: names.of(value)! }))
  if (known && !CODES.match(/../g)!.includes(known)) list.push({ value: known, label: known })
  const { compare } = new Intl.Collator(locale)
  return list.sort((a, b) => compare(a.label, b.label))
}
