import type { AddressLabel, AddressRules, CountryLine } from './addressRules.ts'

interface LabelTexts {
  readonly labels: Readonly<Record<Exclude<CountryLine, 'district'>, string>>
  readonly address: Readonly<Record<AddressLabel, string>>
}

/** The label of a line in a country. */
export const lineLabel = ({ labels }: AddressRules, line: CountryLine, texts: LabelTexts): string => {
  const label = labels[line]
  if (label) return texts.address[label]
  return line === 'district' ? texts.address.district : texts.labels[line]
}
