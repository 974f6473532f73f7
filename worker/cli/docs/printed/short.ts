import { errors, type ErrorType } from '#contract/errors/errorTypes'
import { cardLocales } from '../../../../widget/locales/locales.ts'
import { code, codes, markdownTable } from './markdownTable.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** The languages of the card form and the checkout, with their tags, by their initial. */
export const supportedLanguages = (): string => {
  const languages = Object.keys(cardLocales)
    .map((tag) => ({ tag, name: languageNames.of(tag) ?? tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return markdownTable(
    ['Initial', 'Languages'],
    [...Map.groupBy(languages, ({ name }) => name.slice(0, 1))].map(([initial, group]) => [
      initial,
      group.map(({ name, tag }) => `${name} ${code(tag)}`).join(', '),
    ]),
  )
}

/** A status with more types than this has only the first of them. */
const mostTypes = 12

/** The error types by status, without their texts. */
export const errorTypesShort = (): string => {
  const types = Object.keys(errors) as ErrorType[]
  const byStatus = [...Map.groupBy(types, (type) => errors[type].status)].toSorted(([one], [other]) => one - other)
  return markdownTable(
    ['Status', 'Types'],
    byStatus.map(([status, names]) => [
      String(status),
      names.length > mostTypes ? `${codes(names.slice(0, 6))} and ${names.length - 6} others` : codes(names),
    ]),
  )
}
