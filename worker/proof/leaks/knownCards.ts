import { globSync, readFileSync } from 'node:fs'
import { isLuhnValid } from '../../contract/card/luhn.ts'
import { networkFacts, networkOf } from '../../contract/card/networks.ts'
import { inRepository, repository } from '../../cli/repository.ts'

/** Whether a network issues such numbers. */
export const isCard = (digits: string): boolean => {
  const network = networkOf(digits)
  return network !== 'unknown' && networkFacts(network).lengths.includes(digits.length) && isLuhnValid(digits)
}

/** A card number as a receipt may show it. */
export const masked = (number: string): string => `${number.slice(0, 6)}…${number.slice(-4)}`

const sources = ['README.md', '{worker,widget,demo,e2e}/**/*.{ts,tsx,json}']
/** In one piece, or in groups as they are printed. */
const written = /(?<![\w.])(?:\d{13,19}|\d{4}(?:[ -]\d{4,6}){2,3}(?:[ -]\d{1,4})?)(?!\w)/g

const readSources = (): string[] => {
  const texts = globSync(sources, { cwd: repository }).map((file) => readFileSync(inRepository(file), 'utf8'))
  const numbers = texts.flatMap((text) => text.match(written) ?? []).map((number) => number.replaceAll(/[ -]/g, ''))
  return [...new Set(numbers)].filter(isCard)
}

let known: string[] | undefined

/** Every card number that stands in a test, in a source or in the README: whatever is paid with, here it is known. */
export const cardsInSources = (): readonly string[] => (known ??= readSources())
