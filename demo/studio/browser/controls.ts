import type { Scheme } from '#contract/theme/checkoutTheme'
import { FIXED_BRAND_MEMBERS } from '../brandMembers.ts'
import { isCheckoutMember } from '../checkoutMembers.ts'
import { memberKind, type Member } from '../members.ts'
import { appearanceOf, type Members, textError } from '../readMembers.ts'
import { derivedColors, toPickerColor } from './derivedColors.ts'
import { all, icon, make, one } from './dom.ts'
import type { ContrastReport, Line } from './contrast.ts'
import type { AppearanceHistory } from './appearanceHistory.ts'

const lineItem = ({ ok, ratio, text }: Line): HTMLElement =>
  make('li', ok ? 'passes' : 'fails', icon(ok ? 'pass' : 'fail'), make('span', '', make('b', '', ratio), ` ${text}`))

/** The controls of one member. */
const openRow = (row: HTMLElement, model: AppearanceHistory) => {
  const member = row.dataset['member'] as Member
  const isColor = memberKind(member) === 'color'
  const input = one<HTMLInputElement | HTMLSelectElement>(`#${member}`, row)
  const boxes = all<HTMLInputElement>('[type=checkbox]', row)
  const favicon = row.querySelector<HTMLImageElement>('.favicon')
  const isTyped = input instanceof HTMLInputElement && input.type === 'text'
  const picker = isColor ? one<HTMLInputElement>('[type=color]', row) : undefined
  const clear = isColor ? one<HTMLButtonElement>('[data-clear]', row) : undefined
  const complaint = one('.complaint', row)
  const verdicts = one('.verdicts', row)
  let rendered = ''
  /** The value that the input shows. Invalid text stays until the member changes. */
  let shown: string | undefined

  const complain = (text: string | undefined): void => {
    complaint.textContent = text ?? ''
    if (isTyped) input.setAttribute('aria-invalid', String(text !== undefined))
  }
  const currentError = (): string | undefined => {
    const value = input.value.trim()
    return value === '' ? undefined : textError(member, value)
  }
  const set = (value: string | undefined): void => {
    complain(undefined)
    shown = value
    model.preview(member, value)
  }

  input.setAttribute('aria-describedby', complaint.id)
  const setTyped = (): void => void (currentError() ?? set(input.value.trim() || undefined))
  // A half-typed colour shows no error before `change`. A half-typed checkout is not created at all: each is one at the gateway.
  const isLive = !isCheckoutMember(member) && !FIXED_BRAND_MEMBERS.some((name) => name === member)
  if (isLive) input.addEventListener('input', setTyped)
  for (const box of boxes)
    box.addEventListener('change', () => {
      input.value = boxes.flatMap(({ checked, value }) => (checked ? [value] : [])).join()
      input.dispatchEvent(new Event('change'))
    })
  input.addEventListener('change', () => {
    if (!isLive) setTyped()
    complain(currentError())
    model.commit()
  })
  picker?.addEventListener('input', () => {
    input.value = picker.value
    set(picker.value)
  })
  picker?.addEventListener('change', () => model.commit())
  clear?.addEventListener('click', () => {
    input.value = ''
    set(undefined)
    model.commit()
    input.focus()
  })

  return {
    member,
    /** Shows the value, or the derived colour without one. */
    show: (value: string | undefined, derived: string | undefined, lines: readonly Line[]): void => {
      if (value !== shown) {
        shown = value
        input.value = value ?? ''
        complain(undefined)
      }
      row.classList.toggle('named', value !== undefined)
      const checked = new Set(value?.split(','))
      for (const box of boxes) box.checked = checked.has(box.value)
      if (favicon) {
        favicon.hidden = value === undefined
        if (value !== undefined && favicon.src !== value) favicon.src = value
      }
      if (picker && clear && isTyped) {
        const color = toPickerColor(value ?? derived ?? '')
        if (picker.value !== color) picker.value = color
        input.placeholder = `${derived}`
        clear.hidden = value === undefined && input.value === ''
      }
      const text = JSON.stringify(lines)
      if (text === rendered) return
      rendered = text
      verdicts.replaceChildren(...lines.map(lineItem))
    },
  }
}

/** All controls: rows show the values of members, groups show which of theirs are set. */
export const openControls = (model: AppearanceHistory) => {
  const rows = all('[data-member]').map((row) => openRow(row, model))
  const groups = all('.group').map((group) => ({
    swatches: one('.swatches', group),
    count: one('.count', group),
    members: all('[data-member]', group).map((row) => row.dataset['member'] as Member),
  }))

  return (members: Members, { lines }: ContrastReport, scheme: Scheme): void => {
    const derived = derivedColors(appearanceOf(members), scheme)
    for (const { member, show } of rows) show(members[member], derived.get(member), lines.get(member) ?? [])
    for (const { swatches, count, members: own } of groups) {
      const named = own.filter((member) => members[member])
      const colors = named.filter((member) => memberKind(member) === 'color')
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
