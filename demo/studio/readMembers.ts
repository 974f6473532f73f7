import { parseColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { CHOICES, memberKind, type Member, MEMBERS } from './members.ts'
import type { Members } from './presets.ts'

/** An unknown or invalid member of an appearance, with an error text. */
export type Problem = { member: string; text: string }
export type Reading = { members: Members; problems: readonly Problem[] }

const isMember = (name: string): name is Member => (MEMBERS as readonly string[]).includes(name)

/** Error text for a member's value; undefined if it is valid. */
export const valueError = (member: Member, value: unknown): string | undefined => {
  const kind = memberKind(member)
  if (kind === 'color')
    return typeof value === 'string' && parseColor(value, readCssColor)
      ? undefined
      : `${JSON.stringify(value)} is not a colour. Use hex, a name, transparent, or rgb(), hsl(), oklch() with plain numbers.`
  const choices = CHOICES[kind]
  return choices.includes(value as string) ? undefined : `${JSON.stringify(value)} is not one of ${choices.join(', ')}.`
}

/** Levenshtein distance. */
const distance = (first: string, second: string): number => {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...first].entries()) {
    const next = [i + 1]
    for (const [j, otherLetter] of [...second].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === otherLetter ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

const nearest = (name: string): Member | undefined =>
  MEMBERS.map((member) => ({ member, difference: distance(name.toLowerCase(), member.toLowerCase()) }))
    .filter(({ difference }) => difference <= 6)
    .toSorted((first, second) => first.difference - second.difference)[0]?.member

/** Splits an appearance into valid members and problems. */
export const readMembers = (input: Readonly<Record<string, unknown>>): Reading => {
  const members: Partial<Record<Member, string>> = {}
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(input)) {
    if (!isMember(name)) {
      const suggestion = nearest(name)
      const text = `Unknown member.${suggestion ? ` Did you mean ${suggestion}?` : ''}`
      problems.push({ member: name, text })
      continue
    }
    const error = valueError(name, value)
    if (error) problems.push({ member: name, text: error })
    else members[name] = value as string
  }
  return { members, problems }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const failure = (text: string): Reading => ({ members: {}, problems: [{ member: '', text }] })

/** Parses JSON: an appearance, or a request body that contains one. */
export const readJson = (text: string): Reading => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failure(`This is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) return failure('An appearance is an object: {"formAccentColor": "#3656e3"}')
  return readMembers(isObject(value['appearance']) ? value['appearance'] : value)
}

/** Prints the members in the order of the studio, so that equal appearances have equal JSON. */
export const printJson = (members: Members): string =>
  JSON.stringify(Object.fromEntries(MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : []))), null, 2)
