import { parseColor } from '#contract/theme/color'
import { knownColor } from '#contract/theme/cssColor'
import { CHOICES, kindOf, type Member, MEMBERS } from './members.ts'
import type { Members } from './presets.ts'

/** Something in a text that is no member of an appearance, or none as it should be: in words, for a person. */
export type Problem = { member: string; text: string }
export type Reading = { members: Members; problems: readonly Problem[] }

const isMember = (name: string): name is Member => (MEMBERS as readonly string[]).includes(name)

/** What is wrong with a member's value, as a sentence; undefined where nothing is. */
export const complaintOf = (member: Member, value: unknown): string | undefined => {
  const kind = kindOf(member)
  if (kind === 'color')
    return typeof value === 'string' && parseColor(value, knownColor)
      ? undefined
      : `${JSON.stringify(value)} is not a colour. Use hex, a name, transparent, or rgb(), hsl(), oklch() with plain numbers.`
  const choices = CHOICES[kind]
  return choices.includes(value as string) ? undefined : `${JSON.stringify(value)} is none of ${choices.join(', ')}.`
}

/** How many letters have to be changed, added or left out to come from one word to the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, other_] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other_ ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

const nearest = (name: string): Member | undefined =>
  MEMBERS.map((member) => ({ member, far: distance(name.toLowerCase(), member.toLowerCase()) }))
    .filter(({ far }) => far <= 6)
    .toSorted((one, other) => one.far - other.far)[0]?.member

/** Reads an appearance: what is right of it, and what is wrong, by member. */
export const readMembers = (given: Readonly<Record<string, unknown>>): Reading => {
  const members: Partial<Record<Member, string>> = {}
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!isMember(name)) {
      const meant = nearest(name)
      const text = `There is no such member.${meant ? ` Did you mean ${meant}?` : ''}`
      problems.push({ member: name, text })
      continue
    }
    const complaint = complaintOf(name, value)
    if (complaint) problems.push({ member: name, text: complaint })
    else members[name] = value as string
  }
  return { members, problems }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (text: string): Reading => ({ members: {}, problems: [{ member: '', text }] })

/** Reads an appearance, or the body of a request that has one, as JSON. */
export const readJson = (text: string): Reading => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return wrong(`This is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) return wrong('An appearance is an object: {"formAccentColor": "#3656e3"}')
  return readMembers(isObject(value['appearance']) ? value['appearance'] : value)
}

/** In the order of the studio, so that the same look is the same text. */
export const printJson = (members: Members): string =>
  JSON.stringify(Object.fromEntries(MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : []))), null, 2)
