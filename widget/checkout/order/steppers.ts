/** Whether a button works: aria-disabled keeps its focus. */
export const setEnabled = (button: HTMLElement, isEnabled: boolean): void =>
  button.setAttribute('aria-disabled', String(!isEnabled))

/**
 * The buttons that change quantities, within the limits of each item. At least one unit stays in the order.
 *
 * @param current quantities by item
 * @param onChange runs with all quantities
 */
export const steppers = (
  current: () => readonly number[],
  onChange: (quantities: readonly number[]) => void,
): { show(quantities: readonly number[]): void; lock(locked: boolean): void } => {
  const lines = [...document.querySelectorAll('.items > li')].flatMap((line, index) => {
    const stepper = line.querySelector<HTMLElement>('.stepper')
    if (!stepper) return []
    const [less, more] = stepper.querySelectorAll('button')
    const { minimum, maximum } = stepper.dataset
    return { index, less: less!, more: more!, output: stepper.querySelector('bdi')!, minimum, maximum }
  })
  let isLocked = false

  const show = (quantities: readonly number[]): void => {
    const units = quantities.reduce((sum, quantity) => sum + quantity, 0)
    for (const { index, less, more, output, minimum, maximum } of lines) {
      const quantity = quantities[index]!
      output.textContent = String(quantity)
      setEnabled(less, !isLocked && quantity > Number(minimum) && units > 1)
      setEnabled(more, !isLocked && quantity < Number(maximum))
    }
  }

  for (const { index, less, more } of lines)
    for (const [button, step] of [
      [less, -1],
      [more, 1],
    ] as const) {
      button.disabled = false
      button.addEventListener('click', () => {
        if (button.ariaDisabled !== 'true')
          onChange(current().map((quantity, at) => (at === index ? quantity + step : quantity)))
      })
    }
  show(current())
  return {
    show,
    lock: (locked) => {
      isLocked = locked
      show(current())
    },
  }
}
