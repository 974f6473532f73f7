import type { ShownOrder } from '#contract/checkouts/order'

/** The promo code of an order. */
export interface PromoCode {
  /** Shows the applied code, or why a code was refused. */
  show(order: Pick<ShownOrder, 'code' | 'codeError'>): void
  lock(locked: boolean): void
}

/**
 * The input for a promo code.
 *
 * @param onChange runs with the entered code, or with an empty text when the code is removed
 */
export const promoCode = (onChange: (code: string) => void): PromoCode | null => {
  const promo = document.querySelector('.promo')
  if (!promo) return null
  const details = promo.querySelector('details')!
  const input = promo.querySelector('input')!
  const [apply, remove] = promo.querySelectorAll('button')
  const error = promo.querySelector('[role=alert]')!
  const applied = promo.querySelector<HTMLElement>('.applied')!

  const showError = (text: string): void => {
    error.textContent = text
    if (text) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  promo.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    const code = input.value.trim()
    if (code) onChange(code)
    else input.focus()
  })
  input.addEventListener('input', () => showError(''))
  remove!.addEventListener('click', () => onChange(''))
  details.addEventListener('toggle', () => details.open && input.focus())
  apply!.disabled = false

  return {
    show: ({ code, codeError }) => {
      const hadFocus = promo.contains(document.activeElement)
      const wasApplied = !applied.hidden
      showError(codeError ?? '')
      applied.hidden = code === null
      details.hidden = code !== null
      applied.querySelector('bdi')!.textContent = code ?? ''
      if (codeError !== null) details.open = true
      else if (code !== null || wasApplied) {
        input.value = ''
        details.open = false
      }
      // What had the focus may be hidden now.
      if (!hadFocus) return
      if (code !== null) remove!.focus()
      else if (codeError !== null) input.focus()
      else if (wasApplied) details.querySelector('summary')!.focus()
    },
    lock: (locked) => {
      input.readOnly = locked
      apply!.disabled = locked
      remove!.disabled = locked
    },
  }
}
