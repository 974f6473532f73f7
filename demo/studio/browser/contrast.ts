import { FORM, IN_ONE_COLUMN, INVOICE, type Place } from '#contract/theme/checkoutTokens'
import { type ContrastVerdict, contrastVerdicts } from '#contract/theme/contrastChecks'
import { knownColor } from '#contract/theme/cssColor'
import type { Member } from '../members.ts'
import type { Members } from '../presets.ts'

/** What the colours of a panel are called; those that lie on others, and what they lie on. */
const NAMES: Readonly<Record<string, string>> = {
  surface: 'the background',
  field: 'the field',
  button: 'the button',
  tab: 'a tab that is not selected',
  'tab-selected': 'the selected tab',
  text: 'Text',
  title: 'Titles',
  label: 'Labels',
  muted: 'Quiet text',
  alert: 'Errors',
  success: 'Success',
  accent: 'Accent',
  edge: 'Borders',
  'edge-hover': 'Borders under the pointer',
  typed: 'What is typed',
  hint: 'Placeholders',
  icon: 'Icons',
  'surface-icon': 'Icons',
  caret: 'The caret',
  'caret-edge': 'The border in focus',
  'button-text': 'Button text',
  'button-disabled-text': 'Disabled button text',
  'tab-text': 'Tab text',
  'tab-selected-text': 'Tab text',
  'tab-mark': 'The tab’s mark',
  'tab-icon': 'Tab icons',
  'tab-selected-icon': 'Tab icons',
}

const placeOf = ({ panel, what }: ContrastVerdict): Place =>
  ({ form: FORM, invoice: INVOICE })[panel][what as 'text'] as Place

/** Whether a member names what is to be seen, and not what it lies on. */
const isSeen = (verdict: ContrastVerdict, member: Member): boolean =>
  placeOf(verdict).from.some((from) => from === member || IN_ONE_COLUMN[from] === member)

const where = ({ width, scheme }: ContrastVerdict, isPhone: boolean): string =>
  [width === 'narrow' && !isPhone && 'on phones', scheme === 'dark' && 'in the dark'].filter(Boolean).join(', ')

/** A verdict as a line beside a member. `ratio` is `4.53 : 1`. */
export type Line = { ok: boolean; ratio: string; text: string }

const ratioOf = (ratio: number): string => `${ratio.toFixed(2)} : 1`

const lineOf = (verdict: ContrastVerdict, member: Member): Line => {
  const { ok, ratio, least, what, on } = verdict
  const pair = `${NAMES[what] ?? what} on ${isSeen(verdict, member) ? (NAMES[on] ?? on) : 'it'}`
  const place = where(verdict, member.includes('obile'))
  const judgement = ok ? 'passes' : `too low, needs ${least} : 1`
  return { ok, ratio: ratioOf(ratio), text: [pair, place, judgement].filter(Boolean).join(', ') }
}

/** Several lines that say the same are one. */
const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [line.ratio + line.text, line])).values(),
]

export type Judgement = {
  /** What is to be said beside each member. */
  lines: ReadonlyMap<Member, readonly Line[]>
  /** The members of pairs that cannot be seen well enough. */
  failing: readonly Member[]
  /** How many pairs were judged. */
  pairs: number
}

/** The verdicts on an appearance, by the member that each is shown beside: what names the colour to be seen, and what fails also beside its ground. */
export const judge = (members: Members): Judgement => {
  const verdicts = contrastVerdicts(members, knownColor)
  const lines = new Map<Member, Line[]>()
  for (const member of Object.keys(members) as Member[]) {
    const own = verdicts.filter((verdict) => verdict.members.includes(member))
    const seen = own.filter((verdict) => isSeen(verdict, member))
    const below = own.filter((verdict) => !isSeen(verdict, member))
    const failing = below.filter(({ ok }) => !ok)
    const said = [...seen, ...failing].map((verdict) => lineOf(verdict, member))
    const worst = below.toSorted((one, other) => one.ratio - other.ratio)[0]
    if (worst && failing.length === 0)
      said.push({ ok: true, ratio: ratioOf(worst.ratio), text: 'at least for all that lies on it, passes' })
    if (said.length > 0) lines.set(member, distinct(said))
  }
  return {
    lines,
    failing: [...new Set(verdicts.filter(({ ok }) => !ok).flatMap(({ members }) => members))],
    pairs: verdicts.length,
  }
}
