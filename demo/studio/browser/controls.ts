import type { Scheme } from '#contract/theme/checkoutTheme'
import { kindOf, type Member } from '../members.ts'
import type { Members } from '../presets.ts'
import { complaintOf } from '../readMembers.ts'
import { derivedColors, pickable } from './derivedColors.ts'
import { all, icon, make, one } from './dom.ts'
import type { Judgement, Line } from './contrast.ts'
import type { Model } from './appearanceHistory.ts'

const lineItem = ({ ok, ratio, text }: Line): HTMLElement =>
  make('li', ok ? 'passes' : 'fails', icon(ok ? 'pass' : 'fail'), make('span', '', make('b', '', ratio), ` ${text}`))

/** The part of the page that a member has. */
const openRow = (row: HTMLElement, model: Model) => {
  const member = row.dataset['member'] as Member
  const isColor = kindOf(member) === 'color'
  const input = one<HTMLInputElement | HTMLSelectElement>(isColor ? '[type=text]' : 'select', row)
  const picker = isColor ? one<HTMLInputElement>('[type=color]', row) : undefined
  const clear = isColor ? one<HTMLButtonElement>('[data-clear]', row) : undefined
  const complaint = one('.complaint', row)
  const verdicts = one('.verdicts', row)
  let told = ''
  /** What the member is, as far as the text shows it. A text that is wrong stands until the member changes. */
  let shown: string | undefined

  const complain = (text: string | undefined): void => {
    complaint.textContent = text ?? ''
    if (isColor) input.setAttribute('aria-invalid', String(text !== undefined))
  }
  const complaintNow = (): string | undefined => {
    const value = input.value.trim()
    return value === '' ? undefined : complaintOf(member, value)
  }
  const set = (value: string | undefined): void => {
    complain(undefined)
    shown = value
    model.try(member, value)
  }

  input.setAttribute('aria-describedby', complaint.id)
  // A colour that is half typed is no error yet.
  input.addEventListener('input', () => complaintNow() ?? set(input.value.trim() || undefined))
  input.addEventListener('change', () => {
    complain(complaintNow())
    model.keep()
  })
  picker?.addEventListener('input', () => {
    input.value = picker.value
    set(picker.value)
  })
  picker?.addEventListener('change', () => model.keep())
  clear?.addEventListener('click', () => {
    input.value = ''
    set(undefined)
    model.keep()
    input.focus()
  })

  return {
    member,
    /** Shows a value, and what the colour is without one. */
    show: (value: string | undefined, derived: string | undefined, lines: readonly Line[]): void => {
      if (value !== shown) {
        shown = value
        input.value = value ?? ''
        complain(undefined)
      }
      row.classList.toggle('named', value !== undefined)
      if (picker && clear && input instanceof HTMLInputElement) {
        const seen = pickable(value ?? derived ?? '')
        if (picker.value !== seen) picker.value = seen
        input.placeholder = `${derived}`
        clear.hidden = value === undefined && input.value === ''
      }
      const text = JSON.stringify(lines)
      if (text === told) return
      told = text
      verdicts.replaceChildren(...lines.map(lineItem))
    },
  }
}

/** Every control of the page, each showing what its member is, and the groups showing which of theirs are named. */
export const openControls = (model: Model) => {
  const rows = all('[data-member]').map((row) => openRow(row, model))
  const groups = all('.group').map((group) => ({
    swatches: one('.swatches', group),
    count: one('.count', group),
    members: all('[data-member]', group).map((row) => row.dataset['member'] as Member),
  }))

  return (members: Members, { lines }: Judgement, scheme: Scheme): void => {
    const derived = derivedColors(members, scheme)
    for (const { member, show } of rows) show(members[member], derived.get(member), lines.get(member) ?? [])
    for (const { swatches, count, members: own } of groups) {
      const named = own.filter((member) => members[member])
      const colors = named.filter((member) => kindOf(member) === 'color')
      count.textContent = named.length > 0 ? `${named.length} of ${own.length}` : ''
      swatches.replaceChildren(
        ...colors.slice(0, 6).map((member) => {
          const swatch = make('i', '')
          swatch.style.background = members[member]!
          return swatch
        }),
      )
    }
  }
}
