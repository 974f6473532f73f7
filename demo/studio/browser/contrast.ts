import { FORM_RULES, MOBILE_MEMBERS, INVOICE_RULES, type TokenRule } from '#contract/theme/checkoutTokens'
import { type ContrastCheck, checkContrast } from '#contract/theme/contrastChecks'
import { readCssColor } from '#contract/theme/cssColor'
import { THEME_MEMBERS, type ThemeMember as Member } from '../members.ts'
import type { Appearance } from '../appearance.ts'

/** Names of a panel's colours, for foregrounds and backgrounds. */
const NAMES: Readonly<Record<string, string>> = {
  surface: 'the background',
  field: 'the field',
  button: 'the button',
  tab: 'an unselected tab',
  'tab-selected': 'the selected tab',
  text: 'Text',
  title: 'Titles',
  label: 'Labels',
  muted: 'Secondary text',
  alert: 'Errors',
  success: 'Success',
  accent: 'Accent',
  edge: 'Borders',
  'edge-hover': 'Borders on hover',
  typed: 'Input text',
  hint: 'Placeholders',
  icon: 'Icons',
  'surface-icon': 'Icons',
  caret: 'Caret',
  'caret-edge': 'Focused border',
  'button-text': 'Button text',
  'button-disabled-text': 'Disabled button text',
  'tab-text': 'Tab text',
  'tab-selected-text': 'Tab text',
  'tab-mark': 'Tab indicator',
  'tab-icon': 'Tab icons',
  'tab-selected-icon': 'Tab icons',
}

const placeOf = ({ panel, what }: ContrastCheck): TokenRule =>
  ({ form: FORM_RULES, invoice: INVOICE_RULES })[panel][what as 'text'] as TokenRule

/** Whether a member sets the foreground, not the background, of a pair. */
const isForeground = (verdict: ContrastCheck, member: Member): boolean =>
  placeOf(verdict).from.some((from) => from === member || MOBILE_MEMBERS[from] === member)

const where = ({ width, scheme }: ContrastCheck, isPhone: boolean): string =>
  [width === 'narrow' && !isPhone && 'on phones', scheme === 'dark' && 'in dark mode'].filter(Boolean).join(', ')

/** A contrast result beside a member. `ratio` is `4.53 : 1`. */
export type Line = { ok: boolean; ratio: string; text: string }

const ratioOf = (ratio: number): string => `${ratio.toFixed(2)} : 1`

const lineOf = (verdict: ContrastCheck, member: Member): Line => {
  const { ok, ratio, least, what, on } = verdict
  const pair = `${NAMES[what] ?? what} on ${isForeground(verdict, member) ? (NAMES[on] ?? on) : 'it'}`
  const place = where(verdict, member.includes('obile'))
  const conclusion = ok ? 'passes' : `too low, needs ${least} : 1`
  return { ok, ratio: ratioOf(ratio), text: [pair, place, conclusion].filter(Boolean).join(', ') }
}

/** Removes duplicate lines. */
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [line.ratio + line.text, line])).values(),
]

export type ContrastReport = {
  /** Contrast results by member. */
  lines: ReadonlyMap<string, readonly Line[]>
  /** Members of pairs with too little contrast. */
  failing: readonly Member[]
  /** Number of checked pairs. */
  pairs: number
}

/** Contrast results of an appearance by member: those of foregrounds, and failures beside the background as well. */
export const reportContrast = (members: Appearance): ContrastReport => {
  const verdicts = checkContrast(members, readCssColor)
  const lines = new Map<Member, Line[]>()
  for (const member of THEME_MEMBERS.filter((name) => members[name])) {
    const own = verdicts.filter((verdict) => verdict.members.includes(member))
    const foregrounds = own.filter((verdict) => isForeground(verdict, member))
    const backgrounds = own.filter((verdict) => !isForeground(verdict, member))
    const failing = backgrounds.filter(({ ok }) => !ok)
    const result = [...foregrounds, ...failing].map((verdict) => lineOf(verdict, member))
    const worst = backgrounds.toSorted((first, second) => first.ratio - second.ratio)[0]
    if (worst && failing.length === 0)
      result.push({ ok: true, ratio: ratioOf(worst.ratio), text: 'or more for all content, passes' })
    if (result.length > 0) lines.set(member, distinct(result))
  }
  return {
    lines,
    failing: [...new Set(verdicts.filter(({ ok }) => !ok).flatMap(({ members }) => members))],
    pairs: verdicts.length,
  }
}
