import { globSync, readFileSync } from 'node:fs'
import { isLuhnValid } from '../../contract/card/luhn.ts'
import { networkFacts, networkOf } from '../../contract/card/networks.ts'
import { inRepository, repository } from '../../cli/repository.ts'

/** Whether a number has the prefix, length and check digit of a network. */
export const isCardNumber = (digits: string): boolean => {
  const network = networkOf(digits)
  return network !== 'unknown' && networkFacts(network).lengths.includes(digits.length) && isLuhnValid(digits)
}

/** The first six and last four digits. */
export const maskNumber = (number: string): string => `${number.slice(0, 6)}…${number.slice(-4)}`

const sources = ['*.md', 'docs/**/*.md', '{worker,widget,demo,e2e}/**/*.{ts,tsx,json}']
/** Digits in one piece or in printed groups. */
const numberPattern = /(?<![\w.])(?:\d{13,19}|\d{4}(?:[ -]\d{4,6}){2,3}(?:[ -]\d{1,4})?)(?!\w)/g

const readSources = (): string[] => {
  const texts = globSync(sources, { cwd: repository }).map((file) => readFileSync(inRepository(file), 'utf8'))
  const numbers = texts
    .flatMap((text) => text.match(numberPattern) ?? [])
    .map((number) => number.replaceAll(/[ -]/g, ''))
  return [...new Set(numbers)].filter(isCardNumber)
}

let cachedCards: string[] | undefined

/** All card numbers in sources, tests and documents: the cards that tests pay with. */
export const cardsInSources = (): readonly string[] => (cachedCards ??= readSources())
