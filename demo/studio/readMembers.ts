import { parseColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { brandValueError, FIXED_BRAND_MEMBERS, isBrandMember, toBrandValue } from './brandMembers.ts'
import {
  CHECKOUT_MEMBERS,
  type CheckoutMember,
  checkoutValueError,
  isCheckoutMember,
  toControlText,
  toRequestValue,
} from './checkoutMembers.ts'
import { APPEARANCE_MEMBERS, CHOICES, type AppearanceMember, type Member, MEMBERS, themeKind } from './members.ts'
import type { Appearance } from './appearance.ts'

/** The members that are set, as the texts of their controls. */
export type Members = Readonly<Partial<Record<Member, string>>>
/** The members of a checkout beside its appearance, as a request sends them. */
export type CheckoutValues = Readonly<Partial<Record<CheckoutMember, unknown>>>

/** An unknown or invalid member, with an error text. */
export type Problem = { member: string; text: string }
export type Reading = { members: Members; problems: readonly Problem[] }

/** The members of an appearance, without those of the checkout. */
export const appearanceOf = (members: Members): Appearance =>
  Object.fromEntries(APPEARANCE_MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : [])))

/** The members of an appearance as a request sends them. */
export type AppearanceValues = Readonly<Partial<Record<AppearanceMember, string | number | readonly string[]>>>

export const appearanceValues = (appearance: Appearance): AppearanceValues =>
  Object.fromEntries(
    Object.entries(appearance).map(([name, text]) => [name, isBrandMember(name) ? toBrandValue(name, text) : text]),
  )

/** The members with another appearance. */
export const withAppearance = (members: Members, appearance: Appearance): Members => ({
  ...Object.fromEntries(CHECKOUT_MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : []))),
  ...appearance,
})

/** The members of the checkout beside its appearance, as a request sends them. */
export const checkoutOf = (members: Members): CheckoutValues =>
  Object.fromEntries(
    CHECKOUT_MEMBERS.flatMap((name) => (members[name] ? [[name, toRequestValue(name, members[name])]] : [])),
  )

/** The members of the appearance that only a new checkout shows, as a request sends them. */
export const fixedBrandOf = (members: Members): AppearanceValues =>
  appearanceValues(
    Object.fromEntries(FIXED_BRAND_MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : []))),
  )

const appearanceValueError = (member: AppearanceMember, value: unknown): string | undefined => {
  if (isBrandMember(member)) return brandValueError(member, value)
  const kind = themeKind(member)
  if (kind === 'color')
    return typeof value === 'string' && parseColor(value, readCssColor)
      ? undefined
      : `${JSON.stringify(value)} is not a colour. Use hex, a name, transparent, or rgb(), hsl(), oklch() with plain numbers.`
  const choices: readonly string[] = CHOICES[kind]
  return choices.includes(value as string) ? undefined : `${JSON.stringify(value)} is not one of ${choices.join(', ')}.`
}

/** Error text for a member's value in JSON; undefined if it is valid. */
const valueError = (member: Member, value: unknown): string | undefined =>
  isCheckoutMember(member) ? checkoutValueError(member, value) : appearanceValueError(member, value)

/** Error text for the text of a member's control; undefined if it is valid. */
export const textError = (member: Member, text: string): string | undefined => {
  if (isCheckoutMember(member)) return valueError(member, toRequestValue(member, text))
  return valueError(member, isBrandMember(member) ? toBrandValue(member, text) : text)
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

const nearest = (name: string, names: readonly Member[]): Member | undefined =>
  names
    .map((member) => ({ member, difference: distance(name.toLowerCase(), member.toLowerCase()) }))
    .filter(({ difference }) => difference <= 6)
    .toSorted((first, second) => first.difference - second.difference)[0]?.member

/** Splits JSON into valid members, of those in `names`, and problems. */
const readMembers = (input: Readonly<Record<string, unknown>>, names: readonly Member[]): Reading => {
  const members: Partial<Record<Member, string>> = {}
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(input)) {
    const member = names.find((known) => known === name)
    if (!member) {
      const suggestion = nearest(name, names)
      const text = `Unknown member.${suggestion ? ` Did you mean ${suggestion}?` : ''}`
      problems.push({ member: name, text })
      continue
    }
    // The API takes null for absent in a checkout, but not in an appearance.
    if (value === null && isCheckoutMember(member)) continue
    const error = valueError(member, value)
    if (error) problems.push({ member: name, text: error })
    else members[member] = isCheckoutMember(member) ? toControlText(value) : String(value)
  }
  return { members, problems }
}

/** Reads texts by name, such as those of a URL. Unknown names and invalid texts are dropped. */
export const readTexts = (texts: Readonly<Record<string, string>>): Members =>
  Object.fromEntries(
    MEMBERS.flatMap((name) => {
      const text = texts[name]
      return text !== undefined && !textError(name, text) ? [[name, text]] : []
    }),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const failure = (text: string): Reading => ({ members: {}, problems: [{ member: '', text }] })

/** Reads the members of the studio in a request body. Others are not the studio's. */
const readBody = ({ appearance = {}, ...body }: Record<string, unknown>): Reading => {
  if (!isObject(appearance)) return failure('Enter an object, such as {"formAccentColor": "#3656e3"}')
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => isCheckoutMember(name)))
  const readings = [readMembers(own, CHECKOUT_MEMBERS), readMembers(appearance, APPEARANCE_MEMBERS)]
  return {
    members: Object.assign({}, ...readings.map(({ members }) => members)) as Members,
    problems: readings.flatMap(({ problems }) => problems),
  }
}

/** Parses JSON: the request body of a checkout, or an appearance alone. */
export const readJson = (text: string): Reading => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failure(`Invalid JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) return failure('Enter an object, such as {"formAccentColor": "#3656e3"}')
  const isBody = Object.keys(value).some((name) => name === 'appearance' || isCheckoutMember(name))
  return isBody ? readBody(value) : readMembers(value, MEMBERS)
}

/** Prints the members of a request body in the order of the studio, so that equal members have equal JSON. */
export const printJson = (members: Members): string => {
  const appearance = appearanceValues(appearanceOf(members))
  const body = { ...checkoutOf(members), ...(Object.keys(appearance).length > 0 && { appearance }) }
  return JSON.stringify(body, null, 2)
}
